// Gives what a page shows as files: CSV and JSON, made in the browser.

// Returns a value as a field of CSV. Spreadsheets take texts that begin with
// "=" or "@" as formulas, so these get an apostrophe.
function csvField(value) {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' && /^[=@]/.test(value) ?
      "'" + value : String(value);
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

const csvText = ({columns, rows}) => [columns, ...rows].map((row) =>
    row.map(csvField).join(',') + '\r\n').join('');

// Returns the rows as objects, with what a reader needs to cite them.
function jsonText({title, columns, rows}) {
  return JSON.stringify({
    title, suite: model.suite, spec: model.spec, level: model.level,
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) =>
        [column, row[at] === undefined ? null : row[at]]))),
  }, null, 1) + '\n';
}

function saveText(text, type, name) {
  const address = URL.createObjectURL(new Blob([text], {type}));
  const anchor = el('a', {href: address, download: name});
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Makes the two buttons. `table` returns {title, columns, rows} of what is shown
// at the time of the click.
function downloads(name, table) {
  const save = (ending, type, render) => el('button', {
    type: 'button', class: 'download', 'data-ending': ending,
    'aria-label': 'Download as ' + ending.toUpperCase(),
    title: 'Download what is shown as ' + ending.toUpperCase(),
    onclick: () => {
      saveText(render(table()), type, 'assay-' + name + '.' + ending);
      announce('Saved assay-' + name + '.' + ending);
    },
  }, ending.toUpperCase());
  return el('div', {class: 'downloads', role: 'group',
    'aria-label': 'Downloads'}, el('span', {class: 'faint'}, 'Download'),
  save('csv', 'text/csv', csvText), save('json', 'application/json', jsonText));
}
