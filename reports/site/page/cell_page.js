// Draws the page of one cell of a subject: its clauses with their verdicts and
// examples.

// Draws what was called, expected and returned.
function exampleBlock({call, expected, got, count}) {
  return el('div', {class: 'case'},
      el('pre', {}, el('code', {}, call)),
      factList([
        ['expected', expected && el('code', {}, expected)],
        [expected ? 'got' : 'what came', el(expected ? 'code' : 'span', {},
            got)],
        ['failing cases', number(count)]], 'wide'));
}

// Returns what a clause says to a subject of a profile.
function textUnder(id, profileName) {
  const profile = profileNamed(profileName);
  const entry = contractClause(id);
  return profile && Object.hasOwn(profile.texts, id) ? profile.texts[id] :
      entry && entry[1];
}

function errorFacts(snapshot, row, column) {
  const error = errorIn(snapshot, row, column);
  const whole = wholeIn(snapshot, row, column);
  return factList([
    ['largest error of the cases', error && [el('b', {}, ulpText(error.ulp) +
        ' ULP'), error.share > 0 && ', ' + shareText(error.share) +
        ' of what is allowed', error.input && [' at ',
        el('code', {}, error.input)]]],
    ['over every input', whole && [el('b', {}, ulpText(whole.ulp) + ' ULP'),
      ' at ', el('code', {}, whole.input), ', of ' +
      plural(whole.inputs, 'input'), whole.wrong > 0 && [', ',
        el('span', {class: 'mark fail'}, number(whole.wrong)),
        ' not permitted']]],
  ], 'wide source');
}

function cellView(subject, row, column) {
  const dtype = model.dtypes[column];
  const needs = [subjectFile(subject), 'contract'];
  const body = () => {
    const snapshot = newestOf(subject);
    if (!snapshot) return missingLine(needs);
    const examples = examplesIn(snapshot, row, column);
    const lines = snapshot.linesOf(row)
        .map(([id, pattern]) => [id, verdictAt(pattern, column)])
        .filter(([, verdict]) => verdict !== undefined)
        .sort(([, a], [, b]) => b - a);
    if (lines.length === 0)
      return el('p', {}, (row.needs[column] || '.') === '.' ?
          'The contract has no such cell.' : 'No case of this cell ran.');
    return [
      missingLine(needs),
      el('p', {}, [lines.length > 0 && [mark(lines[0][1]), ' ',
        verdictText(lines[0][1])], ' · profile ' + subject.profile + ' · ',
      link(opHash(row.op), 'all subjects on ' + row.op)]),
      errorFacts(snapshot, row, column),
      el('ol', {class: 'clauses'}, lines.map(([id, verdict]) =>
          el('li', {class: 'clause'},
              el('h3', {}, mark(verdict), ' ',
                  clauseLink(id, contractClause(id)), ' ',
                  el('span', {class: 'faint'}, verdictText(verdict))),
              el('p', {class: 'text'}, textUnder(id, subject.profile)),
              examples.filter((one) => one.clause === id)
                  .map(exampleBlock)))),
    ];
  };
  return {
    title: subject.name + ': ' + row.name + ' on ' + dtype, page: '#/', needs,
    body, trail: [['Subjects', '#/'],
      [subjectTitle(subject), subjectHash(subject)],
      [row.family, hashOf('subject', subject.slug, row.set, row.family)]],
  };
}
