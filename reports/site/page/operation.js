// Draws the page of an operation: every subject's verdict by dtype, its clauses,
// and examples of failures side by side.

// Returns the cell of a grid that stands for those of several rows.
function joinedCell(snapshot, rows, column) {
  const cells = rows.map((row) => cellOf(snapshot, row, column))
      .filter(Boolean);
  const tried = cells.filter((cell) => cell.verdicts);
  if (rows.length === 1 || tried.length === 0) return cells[0] || 0;
  return tried.reduce((one, other) => foremost(one.verdicts[0][0],
      other.verdicts[0][0]) === one.verdicts[0][0] ? one : other);
}

// Draws subjects by dtypes for some rows of one op.
function operationGrid(op, rows, shown) {
  const columns = columnsOf(rows);
  const lines = shown.map((snapshot) => ({
    name: shortTitle(snapshot.subject), snapshot,
    hash: subjectHash(snapshot.subject),
    cells: model.dtypes.map((_, column) =>
        joinedCell(snapshot, rows, column)),
  }));
  // A joined cell leads to the row whose verdict it shows.
  const rowAt = (snapshot, column) => rows.reduce((one, other) => {
    const verdict = worstAt(snapshot.linesOf(one), column);
    return foremost(verdict, worstAt(snapshot.linesOf(other), column)) ===
        verdict ? one : other;
  });
  return [
    grid('Verdicts by subject and dtype', 'op ' + op +
        (rows.length === 1 ? rows[0].name : ''), columns, [['', lines]],
    ({snapshot}, column) => cellHash(snapshot.subject,
        rowAt(snapshot, column), column)),
    letterLegend(lines.flatMap(({cells}) => cells).filter((cell) => cell &&
        cell.verdicts).map((cell) => cell.verdicts[0][0])),
  ];
}

// Returns the clauses of some rows with each subject's worst verdict:
// [id, [verdict or undefined for each snapshot]].
function clauseVerdicts(rows, shown) {
  const clauses = new Map();
  shown.forEach((snapshot, at) => {
    for (const row of rows)
      for (const [id, pattern] of snapshot.linesOf(row)) {
        if (!clauses.has(id)) clauses.set(id, []);
        const verdicts = clauses.get(id);
        for (let column = 0; column < pattern.length; ++column) {
          const verdict = verdictAt(pattern, column);
          verdicts[at] = foremost(verdicts[at], verdict);
        }
      }
  });
  return [...clauses].sort(([a], [b]) => a < b ? -1 : 1);
}

// Draws clauses by subjects. The op's own clauses come before those of its
// family.
function clauseTable(op, rows, shown) {
  const all = clauseVerdicts(rows, shown);
  const own = all.filter(([id]) => id.startsWith(op + '.'));
  const line = ([id, verdicts]) => {
    const entry = contractClause(id);
    return el('tr', {}, el('th', {scope: 'row'}, clauseLink(id, entry),
        el('span', {class: 'sub'}, entry && entry[1])),
    shown.map((snapshot, at) => el('td', {class: 'tick'},
        verdicts[at] === undefined ? '' : mark(verdicts[at]))));
  };
  const section = (title, list) => list.length > 0 && el('tbody', {},
      el('tr', {class: 'family'}, el('th', {scope: 'rowgroup',
        colspan: shown.length + 1}, el('span', {}, title))),
      list.map(line));
  return el('div', {class: 'scroll'}, el('table', {class: 'listing by-subject',
    'aria-label': 'Clauses by subject'},
  el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'clause'),
      shown.map((snapshot) => subjectColumn(snapshot.subject)))),
  section('of ' + op, own),
  section('of every op of the family', all.filter((one) =>
      !own.includes(one)))));
}

// Makes the head of a column, which stands upright to save room.
const subjectColumn = (subject) => el('th', {scope: 'col', class: 'upright',
  title: subjectTitle(subject)},
el('span', {}, link(subjectHash(subject), shortTitle(subject))));

// Joins examples of one clause and subject: the first one, and the dtypes of the
// others.
function exampleLines(examples) {
  const groups = new Map();
  for (const example of examples) {
    const key = example.clause + ' ' + example.subject.slug;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(example);
  }
  return [...groups.values()];
}

// Draws examples with a line per subject. Values come as text, exact forms
// after the decimal one.
function exampleTable(examples, {withClause = true} = {}) {
  const groups = exampleLines(examples);
  const line = (group) => {
    const [first] = group;
    const cells = [...new Map(group.map((one) =>
        [one.row.name + ' ' + one.column, one])).values()];
    return el('tr', {},
        el('th', {scope: 'row'}, link(subjectHash(first.subject),
            shortTitle(first.subject)),
        withClause && el('span', {class: 'sub'}, link(clauseHash(first.clause),
            first.clause))),
        el('td', {class: 'dtypes'}, cells.slice(0, 5).map((one, at) =>
            [at > 0 && ', ', link(cellHash(one.subject, one.row, one.column),
                (withClause ? '' : one.row.name + ' ') +
                    model.dtypes[one.column])]),
        cells.length > 5 && ' and ' + (cells.length - 5) + ' more'),
        el('td', {}, el('code', {}, first.call)),
        first.expected ? [
          el('td', {}, el('code', {}, first.expected)),
          el('td', {}, el('code', {}, first.got))] :
          el('td', {colspan: 2}, first.got));
  };
  return el('div', {class: 'scroll'}, el('table', {class: 'listing examples',
    'aria-label': 'Examples of failures'},
  el('thead', {}, el('tr', {}, ['subject', withClause ? 'dtypes' : 'cells',
    'call', 'expected', 'got'].map((head) =>
      el('th', {scope: 'col'}, head)))),
  el('tbody', {}, groups.map(line))));
}

function operationRows(op, rows, shown) {
  return {
    title: 'Verdicts of ' + op + ' by subject, row and dtype',
    columns: ['subject', 'version', 'profile', 'row', 'dtype', 'verdict',
      'largest error in ULP', 'call', 'expected', 'got'],
    rows: shown.flatMap((snapshot) => rows.flatMap((row) =>
      columnsOf([row]).map((column) => {
        const verdict = worstAt(snapshot.linesOf(row), column);
        const error = errorIn(snapshot, row, column);
        const [example] = examplesIn(snapshot, row, column);
        return verdict !== undefined && [snapshot.name, snapshot.version,
          snapshot.profile, row.name, model.dtypes[column],
          verdictName(verdict), error ? error.ulp : '',
          example ? example.call : '', example ? example.expected : '',
          example ? example.got : ''];
      }).filter(Boolean))),
  };
}

function operationView(op) {
  const rows = rowsOfOp(op);
  const needs = ['contract', ...allSubjectFiles()];
  const body = () => {
    const shown = everySnapshot().filter((snapshot) =>
        rows.some((row) => snapshot.linesOf(row).length > 0));
    const picked = chosen('row of ' + op, {row: ''});
    const some = () => picked.row === '' ? rows :
        rows.filter(({name}) => name === picked.row);
    const [box, redraw] = redrawable(() => operationGrid(op, some(), shown));
    const examples = shown.flatMap((snapshot) => rows.flatMap((row) =>
      columnsOf([row]).flatMap((column) =>
        examplesIn(snapshot, row, column))));
    const contract = arrived.get('contract');
    const formula = contract && contract.formulas && contract.formulas[op];
    return [
      missingLine(needs),
      el('p', {class: 'faint'}, 'Family ' + rows[0].family + ' of op set ' +
          rows[0].set + '. ', shown.length < model.subjects.length &&
          plural(model.subjects.length - shown.length, 'subject') +
          ' had no case of it.'),
      formula && el('pre', {class: 'formula'}, el('code', {}, formula)),
      el('div', {class: 'toolbar'},
          rows.length > 1 && menu('Row', [['', 'all ' + rows.length + ' rows'],
            ...rows.map(({name}) => [name, name])], picked.row, (name) => {
            picked.row = name;
            redraw();
          }),
          downloads(op, () => operationRows(op, some(), shown))),
      box,
      part('clauses', 'Clauses'), clauseTable(op, rows, shown),
      part('examples', 'Expected and got ', el('span', {class: 'faint'},
          number(exampleLines(examples).length))),
      examples.length === 0 ? el('p', {}, 'No case failed.') : [
        el('p', {class: 'hint'}, 'One example for each clause that a subject ' +
            'broke, with the dtypes on which it did.'),
        exampleTable(examples)],
    ];
  };
  return {title: op, page: '#/ops', trail: [['Operations', '#/ops']], needs,
    body};
}
