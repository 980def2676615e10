// Draws grids of cells, with one column per dtype. Arrow keys move between
// cells.

// Returns what a cell shows: its own text, letters if something is wrong, or
// else its error.
function cellText(cell) {
  if (!cell) return '';
  if (cell.text !== undefined) return cell.text;
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
  if (cell.label !== undefined) return cell.label;
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
