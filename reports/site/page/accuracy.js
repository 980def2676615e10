// Draws the table of the largest known errors: functions by libraries, for one
// dtype. Errors over every input and those of samples stand apart.

const ERROR_STEPS = [0.5, 1, 2, 4];

// Returns the class of the tint of an error: the darker, the larger.
const tintOf = (ulp) => 'tint-' + (ERROR_STEPS.findIndex((step) =>
    ulp <= step * 1.0001) + 1 || ERROR_STEPS.length + 1);

// Draws an error with the mark of its kind: a full square for every input, a
// hollow one for samples.
function errorLine(kind, ulp, input, wrong) {
  const text = (kind === 'every' ? 'over every input' : 'over samples') + ': ' +
      ulpText(ulp) + ' ULP' + (input ? ' at ' + input : '') +
      (wrong > 0 ? '; ' + plural(wrong, 'result') + ' not permitted' : '');
  return el('span', {class: 'error ' + kind, title: text},
      el('span', {class: 'square', 'aria-hidden': 'true'},
          kind === 'every' ? '■' : '□'),
      el('span', {'aria-label': text}, ulpText(ulp)));
}

// Draws the errors of a snapshot in a cell.
function errorCell(snapshot, row, column, kinds) {
  const error = kinds !== 'every' && errorIn(snapshot, row, column);
  const whole = kinds !== 'sampled' && wholeIn(snapshot, row, column);
  if (!error && !whole) return el('td', {class: 'none'}, '');
  const verdict = worstAt(snapshot.linesOf(row), column);
  const isWrong = verdict > UNSUPPORTED;
  const largest = Math.max(error ? error.ulp : 0, whole ? whole.ulp : 0);
  return el('td', {class: 'errors ' + tintOf(largest)},
      el('a', {href: cellHash(snapshot.subject, row, column)},
          whole && errorLine('every', whole.ulp, whole.input, whole.wrong),
          error && errorLine('sampled', error.ulp, error.input, 0),
          (isWrong || (whole && whole.wrong > 0)) && el('span',
              {class: 'wrong'},
              whole && whole.wrong > 0 && el('span', {class: 'mark fail',
                title: plural(whole.wrong, 'result') + ' not permitted'},
              number(whole.wrong) + ' ✗'),
              isWrong && [' ', mark(verdict)])));
}

function accuracyLegend() {
  const item = (css, text, meaning) => el('li', {},
      el('span', {class: 'sample ' + css, 'aria-hidden': 'true'}, text),
      el('span', {}, meaning));
  return el('ul', {class: 'legend', 'aria-label': 'Legend'},
      item('', '■', 'Over every input of the dtype: no input has a larger ' +
          'error.'),
      item('', '□', 'Over the inputs of the run: there can be larger ones.'),
      el('li', {}, [...ERROR_STEPS, Infinity].map((step, at) => el('span', {
        class: 'sample tint-' + (at + 1), 'aria-hidden': 'true'},
      step < Infinity ? '≤ ' + step : '> 4')), el('span', {}, 'ULP')),
      item('', '∞', 'A result at no distance, such as NaN for a number.'),
      item('fail', '7 ✗', 'Results that are not permitted, over every input.'),
      item('fail', 'F', 'A case failed; its error is not in the number.'));
}

// Returns the rows of a dtype in which some subject has an error.
function measured(shown, column, kinds, matches) {
  return model.rows.filter((row) => matches([row.name, row.family, row.set]
      .join(' ').replaceAll('_', ' ')) && shown.some((snapshot) =>
    (kinds !== 'every' && errorIn(snapshot, row, column)) ||
    (kinds !== 'sampled' && wholeIn(snapshot, row, column))));
}

function accuracyTable(shown, rows, column, kinds) {
  const having = shown.filter((snapshot) => rows.some((row) =>
      errorIn(snapshot, row, column) || wholeIn(snapshot, row, column)));
  return [el('div', {class: 'scroll map'}, el('table',
      {class: 'listing by-subject ulps', 'aria-label': 'Largest errors'},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'function'),
          having.map(({subject}) => subjectColumn(subject)))),
      [...new Set(rows.map((row) => row.family))].map((family) =>
        el('tbody', {}, el('tr', {class: 'family'}, el('th',
            {scope: 'rowgroup', colspan: having.length + 1},
            el('span', {}, family))),
        rows.filter((row) => row.family === family).map((row) => el('tr', {},
            el('th', {scope: 'row'}, link(opHash(row.op), row.name)),
            having.map((snapshot) =>
                errorCell(snapshot, row, column, kinds)))))))),
  having.length < shown.length && el('p', {class: 'faint'}, 'No error of ',
      listed(shown.filter((one) => !having.includes(one))
          .map(({subject}) => shortTitle(subject))), ' is known.')];
}

function accuracyRows(shown, rows, column, kinds) {
  return {
    title: 'Largest errors in ULP, ' + model.dtypes[column],
    columns: ['function', 'dtype', 'subject', 'version', 'inputs', 'ulp',
      'input', 'not permitted'],
    rows: rows.flatMap((row) => shown.flatMap((snapshot) => {
      const error = kinds !== 'every' && errorIn(snapshot, row, column);
      const whole = kinds !== 'sampled' && wholeIn(snapshot, row, column);
      const start = [row.name, model.dtypes[column], snapshot.name,
        snapshot.version];
      return [
        whole && [...start, whole.inputs, whole.ulp, whole.input, whole.wrong],
        error && [...start, 'sampled', error.ulp, error.input, ''],
      ].filter(Boolean);
    })),
  };
}

function accuracyView(dtype) {
  const needs = allSubjectFiles();
  const column = model.dtypes.indexOf(dtype);
  const picked = chosen('accuracy', {text: '', kinds: 'both'});
  const body = () => {
    const shown = everySnapshot();
    const rowsNow = () => measured(shown, column, picked.kinds,
        textMatcher(picked.text));
    const [box, redraw] = redrawable(() => {
      const rows = rowsNow();
      return rows.length > 0 ?
          accuracyTable(shown, rows, column, picked.kinds) :
          el('p', {class: 'faint'}, 'No error on ' + dtype +
              ' is known of these.');
    });
    const dtypes = model.dtypes.filter((_, at) => shown.some((snapshot) =>
        snapshot.file.errors.some((entry) => entry[1] === at) ||
        snapshot.file.exhaustive.some((entry) => entry[1] === at)));
    return [
      missingLine(needs),
      el('p', {class: 'lead'}, 'The largest known error of each function on ' +
          dtype + ', in ULP: the distance between neighbouring values. A ' +
          'number leads to its input.'),
      el('div', {class: 'toolbar'},
          menu('dtype', dtypes.map((one) => [one, one]), dtype, (one) => {
            location.hash = hashOf('accuracy', one);
          }),
          choiceRow('Inputs', [['both', 'Both'], ['every', '■ Every input'],
            ['sampled', '□ Samples']], picked.kinds, (kinds) => {
            picked.kinds = kinds;
            redraw();
          }),
          searchField('Search functions', picked.text, (text) => {
            picked.text = text;
            redraw();
          }),
          downloads('accuracy-' + dtype, () =>
              accuracyRows(shown, rowsNow(), column, picked.kinds))),
      accuracyLegend(), box,
    ];
  };
  return {title: 'Accuracy on ' + dtype, page: '#/accuracy', trail: [], needs,
    body};
}
