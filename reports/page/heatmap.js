// Draws the grid of a run, with one row per op and one column per dtype, its
// legend, and the grid of one op.

// Returns the columns in which the contract or the records have something.
function usedColumns(rows) {
  return model.dtypes.map((_, column) => column)
      .filter((column) => rows.some((row) => row.cells[column]));
}

// Families of which nothing is claimed that the reader has opened.
const openFamilies = new Set();

// Draws the given rows of a run. A family of which the subject claims nothing
// takes one line, unless the reader opens it or searches for it.
function heatmap(at, rows, isFiltered) {
  const box = el('div', {});
  const linked = rows.map((row) => ({...row, hash: opHash(at, row)}));
  const fill = () => {
    const shown = [];
    const sections = [...new Set(rows.map((row) => row.family))].map((family) => {
      const own = linked.filter((row) => row.family === family);
      const isOpen = isFiltered || openFamilies.has(family) ||
          own.some((row) => row.claimed !== false);
      if (isOpen) shown.push(...own);
      if (isOpen) return [family, own];
      const open = el('button', {type: 'button', class: 'open'}, 'show');
      open.addEventListener('click', () => {
        openFamilies.add(family);
        fill();
      });
      return [[family + ': nothing is claimed (' +
          plural(new Set(own.map((row) => row.op)).size, 'op') + ') ', open],
      []];
    });
    box.replaceChildren(
        grid('Worst verdict by op and dtype', 'run' + at +
            (isFiltered ? JSON.stringify(filterOf(at)) : ''),
        usedColumns(shown), sections,
        (row, column) => cellHash(at, row, column)));
  };
  if (rows.length === 0)
    return el('p', {class: 'faint'}, 'No row matches.');
  fill();
  return [legend(rows), box];
}

// Explains the letters, colours and borders that occur, in sentences.
function legend(rows) {
  const cells = rows.flatMap((row) => row.cells).filter(Boolean);
  const verdicts = [...new Set(cells.flatMap((cell) =>
      (cell.verdicts || []).map(([verdict]) => verdict)))]
      .sort((a, b) => a - b).filter((verdict) => verdict > UNSUPPORTED);
  const item = (css, text, meaning) => el('li', {},
      el('span', {class: 'sample ' + css, 'aria-hidden': 'true'}, text),
      el('span', {}, meaning));
  return [
    el('p', {}, 'Each row is an op and each column a dtype. A cell shows the ' +
        'worst outcome of its cases. Click a cell, or move with the arrow ' +
        'keys and press Enter, to see its clauses and cases; Esc goes back.'),
    el('ul', {class: 'legend', 'aria-label': 'Legend'},
        item('pass', '✓', 'Every case passed, and every answer is exact or ' +
            'has no error to measure.'),
        item('pass', '0.50', 'Every case passed. The number is the largest ' +
            'error in ULP, the distance between neighbouring values.'),
        item('unsupported', 'u', 'The subject says that it does not have ' +
            'this, or only in part; nothing went wrong.'),
        verdicts.map((verdict) => item(kindOf(verdict),
            letterOf(verdict) + ' n', 'n cases did not pass. In the worst one, ' +
            MEANINGS[verdictName(verdict)] + '.')),
        cells.some((cell) => cell.need === 'optional') &&
            item('pass optional', '✓', 'Underlined: a complete backend need ' +
                'not have this cell.'),
        item('idle', '·', 'The contract has this cell, and no case ran.'),
        item('outside', '\u00a0', 'Empty: the contract has no such cell.')),
  ];
}

// Draws the grid of one op, with a row per clause.
function opView(at, row, trail) {
  const columns = model.dtypes.map((_, column) => column)
      .filter((column) => row.cells[column]);
  const clauses = [...new Set(columns.flatMap((column) =>
      (row.cells[column].clauses || []).map(([clause]) => clause)))];
  const lines = clauses.map((clause) => ({
    name: model.clauses[clause][0], hash: clauseHash(at, clause),
    cells: model.dtypes.map((_, column) => {
      const cell = row.cells[column];
      const entry = cell && (cell.clauses || [])
          .find(([other]) => other === clause);
      return entry ? {verdicts: entry[1]} : 0;
    }),
  }));
  return {
    title: row.name, trail,
    body: [
      el('p', {}, 'The clauses of ', el('b', {}, row.name), ' by dtype.'),
      grid('Worst verdict by clause and dtype', 'op' + at + row.name, columns,
          [['', lines]], (line, column) => cellHash(at, row, column)),
    ],
  };
}
