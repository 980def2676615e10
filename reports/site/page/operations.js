// Lists every operation of the contract, by op set and family.

function operationsView() {
  const filter = chosen('operations', {text: ''});
  const body = () => {
    const [box, redraw] = redrawable(() => {
      const matches = textMatcher(filter.text);
      const shown = model.rows.filter((row) => matches(
          [row.op.replaceAll('_', ' '), row.op, row.family, row.set].join(' ')));
      const clauses = foundClauses(filter.text);
      if (shown.length === 0 && clauses.length === 0)
        return el('p', {class: 'faint'}, 'No operation and no clause matches.');
      return [
        model.sets.map((set) => {
          const own = shown.filter((row) => row.set === set.name);
          return own.length > 0 && el('section', {},
              el('h2', {}, set.name, ' ', el('span', {class: 'faint'},
                  set.text)),
              el('dl', {class: 'families'},
                  [...new Set(own.map((row) => row.family))].map((family) =>
                    el('div', {}, el('dt', {}, family), el('dd', {},
                        [...new Set(own.filter((row) => row.family === family)
                            .map((row) => row.op))].map((op) =>
                          [link(opHash(op), op), ' ']))))));
        }),
        clauses.length > 0 && el('section', {}, el('h2', {}, 'Clauses ',
            el('span', {class: 'faint'}, number(clauses.length))),
        cutList('ul', {class: 'clause-list'}, clauses.map(([id, entry]) =>
            el('li', {}, clauseLink(id, entry), ' ',
                el('span', {class: 'faint'}, entry[1]))), 40)),
      ];
    });
    return [
      el('p', {class: 'lead'}, 'Every operation of the contract. Each has a ' +
          'page with the verdicts of all subjects. A search also finds ' +
          'clauses, by their names and texts.'),
      el('div', {class: 'toolbar', role: 'search'}, searchField(
          'Search operations and clauses', filter.text, (text) => {
            filter.text = text;
            redraw();
          })),
      box,
    ];
  };
  return {title: 'Operations', page: '#/ops', trail: [], needs: ['contract'],
    body};
}

// Returns the clauses that have every word of a query.
function foundClauses(text) {
  const contract = arrived.get('contract');
  if (!contract || text.trim().length < 2) return [];
  const matches = textMatcher(text);
  return Object.entries(contract.clauses).filter(([id, entry]) =>
      matches((id.replaceAll('_', ' ') + ' ' + id + ' ' + entry[1])
          .toLowerCase()));
}

// Returns the letter of a clause and a link to it.
function clauseLink(id, entry) {
  const letter = entry ? entry[0] : '';
  return [letter && el('abbr', {class: 'letter', title: LETTERS[letter]},
      letter), ' ', link(clauseHash(id), id)];
}

// Returns what the contract says of a clause: [letter, text, source, reason].
function contractClause(id) {
  const contract = arrived.get('contract');
  return contract && Object.hasOwn(contract.clauses, id) ?
      contract.clauses[id] : undefined;
}

// Returns what a profile makes of the contract, or undefined.
function profileNamed(name) {
  const contract = arrived.get('contract');
  return contract && Object.hasOwn(contract.profiles, name) ?
      contract.profiles[name] : undefined;
}
