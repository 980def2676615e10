// Draws grids of cells, with one row per op and one column per dtype. Arrow
// keys move between cells.

// Returns what a cell shows: letters if something is wrong, else its error.
function cellText(cell) {
  if (!cell) return '';
  if (!cell.verdicts) return '·';
  const worst = worstOf(cell.verdicts);
  if (worst === PASS) return cell.ulp ? ulpText(cell.ulp) : '✓';
  const bad = total(cell.verdicts.filter(([verdict]) => verdict > UNSUPPORTED));
  if (bad === 0) return 'u';
  return letterOf(worst) + ' ' + (bad > 9999 ? '9k+' : bad);
}

function cellClass(cell) {
  if (!cell) return 'outside';
  const need = cell.need === 'optional' ? ' optional' : '';
  return (cell.verdicts ? kindOf(worstOf(cell.verdicts)) : 'idle') + need;
}

function cellLabel(cell) {
  if (!cell) return 'not in the contract';
  if (!cell.verdicts) return (cell.need || '') + ', not run';
  return [cell.need, countsText(cell.verdicts),
    cell.ulp && 'at most ' + ulpText(cell.ulp) + ' ULP off']
      .filter(Boolean).join(', ');
}

// Makes a grid. Sections are [heading, [{name, hash, cells}…]]; a cell leads
// to hashOfCell(row, column), if it has records. One cell is in the tab order;
// `key` remembers which, for the way back.
const lastCell = new Map();
function grid(label, key, columns, sections, hashOfCell) {
  const matrix = [];
  const bodies = sections.map(([heading, rows]) => el('tbody', {},
      heading && el('tr', {class: 'family'}, el('th',
          {scope: 'rowgroup', colspan: columns.length + 1},
          el('span', {}, heading))),
      rows.map((row) => {
        const line = columns.map((column) => {
          const cell = row.cells[column];
          return el('td', {
            role: 'gridcell', tabindex: '-1', class: cellClass(cell),
            'data-hash': cell && cell.verdicts ?
                hashOfCell(row, column) : undefined,
            'aria-label': row.name + ' ' + model.dtypes[column] + ': ' +
                cellLabel(cell),
            title: row.name + ' ' + model.dtypes[column] + ': ' +
                cellLabel(cell),
          }, cellText(cell));
        });
        matrix.push(line);
        return el('tr', {role: 'row'}, el('th', {scope: 'row'},
            row.hash ? link(row.hash, row.name) : row.name), line);
      })));
  const table = el('table', {class: 'grid', role: 'grid', 'aria-label': label},
      el('thead', {}, el('tr', {role: 'row'}, el('td', {}),
          columns.map((column) => el('th', {scope: 'col'},
              el('span', {}, model.dtypes[column]))))), bodies);
  makeWalkable(table, matrix, key);
  return el('div', {class: 'scroll map'}, table);
}

function makeWalkable(table, matrix, key) {
  let current = null;
  const place = (cell) => {
    if (current) current.setAttribute('tabindex', '-1');
    current = cell;
    cell.setAttribute('tabindex', '0');
    const row = matrix.findIndex((line) => line.includes(cell));
    lastCell.set(key, [row, matrix[row].indexOf(cell)]);
  };
  if (matrix.length === 0) return;
  const [row, column] = lastCell.get(key) || [0, 0];
  place((matrix[row] || matrix[0])[column] || matrix[0][0]);
  const open = (cell) => {
    if (cell.dataset.hash) location.hash = cell.dataset.hash;
  };
  table.addEventListener('click', (event) => {
    const cell = event.target.closest('td[role=gridcell]');
    if (!cell) return;
    place(cell);
    open(cell);
  });
  table.addEventListener('focusin', (event) => {
    if (event.target.matches('td[role=gridcell]')) place(event.target);
  });
  table.addEventListener('keydown', (event) => {
    const cell = event.target.closest('td[role=gridcell]');
    if (!cell || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(cell);
      return;
    }
    let [y, x] = lastCell.get(key);
    const last = matrix[0].length - 1;
    const whole = event.ctrlKey;
    const steps = {
      ArrowUp: () => { y -= 1; }, ArrowDown: () => { y += 1; },
      ArrowLeft: () => { x -= 1; }, ArrowRight: () => { x += 1; },
      PageUp: () => { y -= 10; }, PageDown: () => { y += 10; },
      Home: () => { x = 0; if (whole) y = 0; },
      End: () => { x = last; if (whole) y = matrix.length - 1; },
    };
    if (!steps[event.key]) return;
    event.preventDefault();
    steps[event.key]();
    y = Math.min(Math.max(y, 0), matrix.length - 1);
    x = Math.min(Math.max(x, 0), last);
    matrix[y][x].focus();
  });
}

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

// Says what the worst outcome of a cell means.
const MEANINGS = {
  expected_failure: 'a failure came that a file expects',
  flaky: 'a failure came that a file allows to come and go',
  missing: 'a planned case has no result',
  unexpected_pass: 'a case passed that a file expects to fail',
  fail: 'an answer was wrong',
  nondeterministic: 'a second call returned other bits',
  wrong_metadata: 'a dtype, shape, layout or status was wrong',
  modified_operand: 'an operand was changed',
  wrote_outside: 'memory outside of the tensors was read or written',
  changed_environment: 'the state of the process was changed',
  protocol_error: 'the protocol was broken',
  out_of_memory: 'the memory ran out',
  timed_out: 'a call did not return',
  crashed: 'the process crashed',
  harness_error: 'a fault of the kit kept a case from its verdict',
};

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
