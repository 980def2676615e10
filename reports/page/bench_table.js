// Draws the table of the ratios of a run of benchmarks. It begins with the
// slowest workload, and the head of each column sorts by it.

// Makes a table whose heads are buttons. A column is {name, value(row),
// cell(row), order}: `order` is 1 if a first click sorts upwards. Rows come
// sorted by column `first`. Calls placed(row, line) with each line.
function sortableTable(label, css, columns, rows, first, placed) {
  const lines = rows.map((row) => {
    const line = el('tr', {tabindex: '-1'},
        columns.map((column) => column.cell(row)));
    placed(row, line);
    return {row, line};
  });
  const body = el('tbody', {}, lines.map(({line}) => line));
  const heads = columns.map((column) => el('th', {scope: 'col'},
      el('button', {type: 'button', onclick: () => sortBy(column)},
          column.name)));
  let current = columns[first];
  let order = 1;
  const mark = () => heads.forEach((head, at) => {
    if (columns[at] === current)
      head.setAttribute('aria-sort', order > 0 ? 'ascending' : 'descending');
    else
      head.removeAttribute('aria-sort');
  });
  const sortBy = (column) => {
    order = column === current ? -order : column.order || 1;
    current = column;
    // Rows without a value are last in either order. Equal ones stay.
    lines.sort((a, b) => {
      const [x, y] = [column.value(a.row), column.value(b.row)];
      const [hasX, hasY] = [isOrdered(x), isOrdered(y)];
      if (!hasX || !hasY) return Number(hasY) - Number(hasX);
      return x < y ? -order : x > y ? order : 0;
    });
    body.append(...lines.map(({line}) => line));
    mark();
    announce('Sorted by ' + column.name + ', ' +
        (order > 0 ? 'ascending' : 'descending'));
  };
  mark();
  return el('div', {class: 'scroll'}, el('table',
      {class: css, 'aria-label': label},
      el('thead', {}, el('tr', {}, heads)), body));
}

// Returns whether a value has a place in an order. NaN and none have none.
function isOrdered(value) {
  return value !== undefined && value === value;
}

function ratioCell(row) {
  if (!row.ratio) return el('td', {class: 'idle'}, '·');
  const [css] = STANDINGS[standingOf(row.ratio)] || ['missing'];
  return el('td', {
    class: 'ratio ' + css,
    title: row.verdict + ': ' + intervalText(row.ratio) +
        (row.control.length > 0 ? ', A/A ' + intervalText(row.control) : '') +
        '; ' + timeText(row.seconds) + ' against ' +
        timeText(row.peer_seconds) +
        (row.rounds > 0 ? ', ' + plural(row.rounds, 'round') : ''),
  }, el('b', {}, ratioText(row.ratio[0])), ' ',
  el('span', {class: 'share'}, bandText(row.ratio)));
}

// Draws the table of all rows, which come slowest first. A column that no row
// has a value for is left out.
function ratioTable(bench, rows, placed) {
  const text = (value) => el('td', {}, value);
  const time = (seconds) =>
      el('td', {class: 'number'}, seconds > 0 ? timeText(seconds) : '·');
  const contender = (field, name) => ({
    name, value: (row) => row[field] && libraryName(row[field]),
    cell: (row) => text(row[field] ? libraryName(row[field]) : '·'),
  });
  const columns = [
    {name: 'Ratio', value: (row) => row.ratio && row.ratio[0],
      cell: ratioCell},
    {name: 'Verdict', value: (row) => row.verdict,
      cell: (row) => text(row.verdict)},
    {name: 'Workload', value: (row) => row.id,
      cell: (row) => el('th', {scope: 'row'}, breakable(row.id))},
    bench.subjects.length > 1 && contender('subject', 'Subject'),
    bench.peers.length > 1 && contender('peer', 'Peer'),
    {name: 'Time', order: -1, value: (row) => row.seconds,
      cell: (row) => time(row.seconds)},
    {name: 'Peer’s time', order: -1, value: (row) => row.peer_seconds,
      cell: (row) => time(row.peer_seconds)},
    rows.some((row) => row.control.length > 0) && {name: 'A/A control',
      order: -1,
      value: (row) => row.control[2] - row.control[1],
      cell: (row) => el('td', {class: 'number'}, bandText(row.control))},
    rows.some((row) => row.roofline > 0) && {name: 'Roofline',
      value: (row) => row.roofline || undefined,
      cell: (row) => text(row.roofline > 0 ?
          (100 * row.roofline).toFixed(0) + ' %' : '·')},
    rows.some((row) => row.bound) && {name: 'Bound',
      value: (row) => row.bound || undefined,
      cell: (row) => text(boundText(row) || '·')},
  ].filter(Boolean);
  return sortableTable('Ratios by workload', 'bench ratios', columns, rows, 0,
      placed);
}
