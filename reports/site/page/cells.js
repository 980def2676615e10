// Makes the cells of grids from verdicts, their legend, and bars of scores.

// Returns a cell of a grid, or 0 outside of the contract. `failing` is a number
// of failing cases, if one is known.
function gridCell(need, verdict, failing, ulp) {
  if (need === '.' && verdict === undefined) return 0;
  const needText = need === 'o' ? 'optional' : need === 'r' ? 'required' : '';
  if (verdict === undefined)
    return {need: needText, text: '·',
      label: [needText, 'no case ran'].filter(Boolean).join(', ')};
  const isWrong = verdict > UNSUPPORTED;
  const text = verdict === PASS && ulp > 0 ? ulpText(ulp) :
      isWrong && failing > 0 ? letterOf(verdict) + ' ' + failing :
      letterOf(verdict);
  const label = [needText, verdictText(verdict),
    isWrong && failing > 0 && plural(failing, 'failing case'),
    ulp > 0 && 'largest error ' + ulpText(ulp) + ' ULP'];
  return {need: needText, verdicts: [[verdict, 1]], text,
    label: label.filter(Boolean).join(', ')};
}

// Returns the cell of a row and a dtype, as a snapshot has it.
function cellOf(snapshot, row, column) {
  const verdict = worstAt(snapshot.linesOf(row), column);
  const failing = verdict > UNSUPPORTED ? inCell(snapshot.known, row, column)
      .reduce((sum, entry) => sum + entry[3], 0) : 0;
  const error = errorIn(snapshot, row, column);
  return gridCell(row.needs[column] || '.', verdict, failing,
      error && error.ulp);
}

// Returns the columns in which some row of the contract has a cell.
const columnsOf = (rows) => model.dtypes.map((_, column) => column)
    .filter((column) => rows.some(({needs}) =>
        (needs[column] || '.') !== '.'));

// Explains the letters of the given verdicts.
function letterLegend(verdicts, {hasErrors = true} = {}) {
  const item = (css, text, meaning) => el('li', {},
      el('span', {class: 'sample ' + css, 'aria-hidden': 'true'}, text),
      el('span', {}, meaning));
  const wrong = [...new Set(verdicts)].filter((verdict) =>
      verdict > UNSUPPORTED).sort((a, b) => a - b);
  return el('ul', {class: 'legend', 'aria-label': 'Legend'},
      item('pass', '✓', 'Every case passed.'),
      hasErrors && item('pass', '0.50', 'Every case passed; the number is ' +
          'the largest error in ULP.'),
      item('unsupported', 'u', 'Not claimed.'),
      wrong.map((verdict) => item(kindOf(verdict), letterOf(verdict),
          (MEANINGS[verdictName(verdict)] || verdictText(verdict))
              .replace(/^./, (first) => first.toUpperCase()) + '.')),
      item('pass optional', '✓', 'Underlined: a complete backend need not ' +
          'have it.'),
      item('idle', '·', 'The contract has this cell, and no case ran.'));
}

// Says a score in words.
function scoreText([proven, claimed, all]) {
  return claimed === 0 ? 'nothing of ' + number(all) + ' cells claimed' :
      number(proven) + ' of ' + plural(claimed, 'claimed cell') + ' proven; ' +
      number(claimed) + ' of ' + number(all) + ' cells claimed';
}

// Draws a score as a bar: what is proven, what is claimed and not proven, and
// what is not claimed. The text beside it says the same.
function meter([proven, claimed, all]) {
  const part = (css, count) => count > 0 &&
      el('span', {class: css, style: 'flex-grow:' + count});
  return el('span', {class: 'meter', 'aria-hidden': 'true'},
      part('proven', proven), part('unproven', claimed - proven),
      part('unclaimed', all - claimed));
}

// Explains the bars.
function meterLegend() {
  const item = (css, text) => el('li', {},
      el('span', {class: 'meter sample-bar', 'aria-hidden': 'true'},
          el('span', {class: css, style: 'flex-grow:1'})),
      el('span', {}, text));
  return el('ul', {class: 'legend short', 'aria-label': 'Legend'},
      item('proven', 'proven: every case of the cell passed'),
      item('unproven', 'claimed and not proven: a case failed'),
      item('unclaimed', 'not claimed'),
      el('li', {}, el('span', {class: 'sample idle', 'aria-hidden': 'true'},
          '·'), el('span', {}, 'not in the run')));
}
