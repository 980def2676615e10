// Draws lists of clauses, groups of alike failures, cells, and the accuracy
// table.

// Returns "[D] sort.nan_last" with the sentence of the clause.
function clauseHeading(at, clause) {
  const [id, letter] = model.clauses[clause];
  return [letter && el('abbr', {title: LETTERS[letter], class: 'letter'},
      letter), ' ', link(clauseHash(at, clause), id)];
}
// Returns what the clause says under the profile of the run.
const clauseText = (at, clause) =>
    model.runs[at].clause_texts[clause] || model.clauses[clause][2];

// Lists the embedded cases of a group, and says how many are not embedded.
function caseList(at, group, limit, keep = () => true) {
  const {cases} = model.runs[at];
  const entries = group.cases.map((place) => cases[place]).filter(keep);
  return [
    caseItems(at, entries.slice(0, limit)),
    entries.length > limit && el('p', {class: 'more'},
        plural(entries.length - limit, 'more case'), ' on the page of ',
        link(clauseHash(at, group.clause), model.clauses[group.clause][0])),
  ];
}

function groupItem(at, group, limit) {
  const apart = group.count - group.cases.length;
  return el('li', {class: 'group'},
      el('p', {}, mark(group.verdict), ' ',
          el('b', {}, plural(group.count, 'case')), ' ',
          verdictText(group.verdict), ': ', group.message),
      el('p', {class: 'faint'}, shortList(group.ops, 8), ' · ',
          shortList(group.dtypes, 10)),
      caseList(at, group, limit),
      apart > 0 && el('p', {class: 'more'}, plural(apart, 'case'),
          ' not embedded in this page; the file of records has them.'));
}

// Lists the cases that no finding has, clause by clause: those that are missing
// or for which a file of expectations says what happens.
function otherCases(at) {
  const groups = model.runs[at].groups.filter(({verdict}) =>
      verdict <= UNEXPECTED_PASS);
  if (groups.length === 0) return false;
  const clauses = [...new Set(groups.map((group) => group.clause))];
  return [
    el('h2', {}, 'Missing and expected'),
    clauses.map((clause) => {
      const own = groups.filter((group) => group.clause === clause);
      const count = own.reduce((sum, group) => sum + group.count, 0);
      return el('section', {class: 'clause'},
          el('h3', {}, clauseHeading(at, clause), ' ',
              el('span', {class: 'faint'}, plural(count, 'case'))),
          el('p', {class: 'text'}, clauseText(at, clause)),
          el('ul', {class: 'groups'},
              own.map((group) => groupItem(at, group, 3))));
    }),
  ];
}

// Draws where a clause comes from, and why it says what it says.
function clauseSource(clause) {
  const [, letter, , section, reason] = model.clauses[clause];
  const pairs = [
    ['status', letter && letter + ', ' + LETTERS[letter]],
    ['source', section >= 0 && model.sections[section]],
    ['reason', reason >= 0 && model.reasons[reason]],
  ].filter(([, value]) => value);
  return pairs.length > 0 && el('dl', {class: 'facts wide source'},
      pairs.map(([name, value]) => el('div', {}, el('dt', {}, name),
          el('dd', {}, value))));
}

function clauseView(at, clause, trail) {
  const run = model.runs[at];
  const groups = run.groups.filter((group) => group.clause === clause);
  const rows = run.rows.map((row) => ({
    ...row, hash: opHash(at, row), cells: row.cells.map((cell) => {
      const entry = cell && (cell.clauses || [])
          .find(([other]) => other === clause);
      return entry ? {verdicts: entry[1]} : 0;
    }),
  })).filter((row) => row.cells.some(Boolean));
  const [id] = model.clauses[clause];
  const text = clauseText(at, clause);
  return {
    title: id, trail,
    body: [
      el('p', {class: 'text'}, text || 'The table of this version of the ' +
          'specification has no clause of this id.'),
      clauseSource(clause),
      el('h2', {}, 'Where it was tried'),
      grid('Worst verdict by op and dtype', 'clause' + at + id,
          usedColumns(rows), [['', rows]],
          (row, column) => cellHash(at, row, column)),
      groups.length > 0 && el('h2', {}, 'Cases'),
      el('ul', {class: 'groups'},
          groups.map((group) => groupItem(at, group, 1000))),
    ],
  };
}

// Draws a strip: the clauses of a cell side by side, each as a square.
function strip(at, cell) {
  return el('ol', {class: 'strip', 'aria-label': 'Clauses of this cell'},
      cell.clauses.map(([clause, counts]) => el('li', {},
          el('a', {
            href: clauseHash(at, clause),
            class: kindOf(worstOf(counts)),
            title: model.clauses[clause][0] + ': ' + countsText(counts),
            'aria-label': model.clauses[clause][0] + ': ' + countsText(counts),
          }, letterOf(worstOf(counts))))));
}

function cellView(at, row, column, trail) {
  const cell = row.cells[column];
  const dtype = model.dtypes[column];
  const title = row.name + ' on ' + dtype;
  const path = [...trail, [row.name, opHash(at, row)]];
  if (!cell || !cell.verdicts)
    return {title, trail: path, body: [el('p', {}, cellLabel(cell) + '.')]};
  const {groups, cases} = model.runs[at];
  const record = cell.need + ' cell: ' + countsText(cell.verdicts);
  // As records name the cell: "cast > int8" on float32 is "float32>int8".
  const [name, result] = row.name.split(' > ');
  const [op, variant] = name.split(':');
  const own = (entry) => entry.op === op &&
      (entry.variant || '') === (variant || '') &&
      entry.dtype === (result ? dtype + '>' + result : dtype);
  const line = ([clause, counts]) => {
    const here = groups.filter((group) => group.clause === clause &&
        group.cases.some((place) => own(cases[place])));
    return el('li', {class: 'clause'},
        el('h3', {}, mark(worstOf(counts)), ' ', clauseHeading(at, clause), ' ',
            el('span', {class: 'faint'}, countsText(counts))),
        el('p', {class: 'text'}, clauseText(at, clause)),
        here.length > 0 && el('ul', {class: 'groups'}, here.map((group) =>
            el('li', {class: 'group'},
                el('p', {}, mark(group.verdict), ' ', verdictText(group.verdict),
                    ': ', group.message),
                caseList(at, group, 20, own)))));
  };
  const worstFirst = [...cell.clauses].sort((a, b) =>
      worstOf(b[1]) - worstOf(a[1]));
  return {
    title, trail: path,
    body: [
      el('p', {}, record + '.'),
      cell.ulp > 0 && el('p', {}, 'Largest accepted error ',
          el('b', {}, ulpText(cell.ulp) + ' ULP'), ' (allowed: ',
          model.accuracy[cell.accuracy], ')', cell.worst && [' at ',
            el('code', {}, cell.worst)], ', in ',
          el('code', {}, cell.worst_id), '.'),
      cell.share > 0 && el('p', {}, 'The largest error takes ',
          el('b', {}, shareText(cell.share)), ' of what is allowed.'),
      strip(at, cell),
      el('ol', {class: 'clauses'}, worstFirst.map(line)),
    ],
  };
}

// Draws a table of the largest error per op and dtype: its share of what is
// allowed, the allowance, and the input of the largest error of all.
function accuracyTable(at) {
  const {rows} = model.runs[at];
  const isMeasured = (cell) => cell && (cell.ulp || cell.share);
  const measured = rows.filter((row) => row.cells.some(isMeasured));
  if (measured.length === 0)
    return el('p', {}, 'No case of this run measured an error.');
  const columns = model.dtypes.map((_, column) => column).filter((column) =>
      measured.some((row) => isMeasured(row.cells[column])));
  const line = (row) => {
    const cells = row.cells.filter(isMeasured);
    const worst = cells.reduce((a, b) =>
        (b.ulp || 0) > (a.ulp || 0) ? b : a);
    const allowed = [...new Set(cells.map((cell) =>
        model.accuracy[cell.accuracy]))].join('; ');
    return el('tr', {}, el('th', {scope: 'row'},
        link(opHash(at, row), row.name)),
        columns.map((column) => {
          const cell = row.cells[column];
          if (!isMeasured(cell)) return el('td', {});
          // Errors that were not accepted are not in the number.
          const verdict = worstOf(cell.verdicts);
          return el('td', {class: cell === worst ? 'number top' : 'number',
            title: 'allowed: ' + model.accuracy[cell.accuracy]},
          verdict > UNSUPPORTED && [mark(verdict), ' '],
          link(cellHash(at, row, column), cell.ulp ? ulpText(cell.ulp) : '–'),
          cell.share > 0 && el('span', {class: 'share'},
              ' ' + shareText(cell.share)));
        }),
        el('td', {class: 'allowed'}, allowed),
        el('td', {}, el('code', {}, worst.worst || worst.worst_id || '')));
  };
  return el('div', {class: 'scroll', tabindex: '0', role: 'region',
    'aria-label': 'Accuracy'}, el('table', {class: 'accuracy'},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'op'),
          columns.map((column) => el('th', {scope: 'col', class: 'number'},
              el('span', {}, model.dtypes[column]))),
          el('th', {scope: 'col'}, 'allowed'),
          el('th', {scope: 'col'}, 'input of the largest, or its case'))),
      el('tbody', {}, measured.map(line))));
}
