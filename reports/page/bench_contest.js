// Reads the contests of a run of benchmarks: which subject met which peer, the
// true names of both, and what the intervals of the ratios say.

// How libraries write their own names. Records have the names of peers.
const LIBRARY_NAMES = new Map([
  ['numpy', 'NumPy'], ['openblas', 'OpenBLAS'], ['eigen', 'Eigen'],
  ['fftw', 'FFTW'],
]);
const libraryName = (name) => LIBRARY_NAMES.get(name) || name;

// Returns the library and the version that were timed under a name, such as
// "NumPy 1.24.2". Some versions already begin with the name of their library.
function fullName(bench, name) {
  const version = Object.hasOwn(bench.versions, name) ?
      bench.versions[name] : '';
  return version.toLowerCase().startsWith(name.toLowerCase()) ? version :
      (libraryName(name) + ' ' + version).trim();
}

// Lets a line break after the parts of an id, as few screens have room for a
// whole one.
const breakable = (id) => id.split(/(?<=[/:,>])/).flatMap((part, at) =>
    at > 0 ? [el('wbr'), part] : [part]);

// JSON has no infinity and no NaN, so records have them as texts.
const numeric = (value) =>
    typeof value === 'number' ? value :
    value === 'inf' ? Infinity : value === '-inf' ? -Infinity : NaN;

// Returns a ratio with two or more significant digits.
const ratioText = (ratio) => !(ratio < Infinity) ? String(ratio) :
    ratio >= 100 ? ratio.toFixed(0) :
    ratio >= 0.1 || ratio <= 0 ? ratio.toFixed(2) : ratio.toPrecision(2);
const bandText = ([, low, high]) =>
    '[' + ratioText(low) + ', ' + ratioText(high) + ']';
const intervalText = (interval) =>
    ratioText(interval[0]) + ' ' + bandText(interval);

// Where an interval stands to 1, with its colour and its text. A ratio that is
// no number has no standing.
const STANDINGS = {
  faster: ['pass', 'faster'],
  even: ['tie', 'as fast'],
  slower: ['fail', 'slower'],
};
function standingOf([, low, high]) {
  return low > 1 ? 'faster' : high < 1 ? 'slower' :
      low <= 1 && high >= 1 ? 'even' : undefined;
}

// Returns the bound of a row with its figure, as on the terminal. Earlier
// records have no figure.
function boundText(row) {
  const figure = numeric(row.bound_figure || 0);
  const digits = (value) =>
      value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
  if (!(figure > 0)) return row.bound;
  return row.bound + ', ' + (
    row.bound === 'latency' ? digits(figure * 1e9) + ' ns' :
    row.bound === 'ports' ? digits(figure * 1e-9) + ' GFLOP/s' :
    row.bound === 'instructions' ? digits(figure) + ' cycles per element' :
    digits(figure * 1e-9) + ' GB/s');
}

// Returns the geometric mean of ratios.
const geometricMean = (ratios) =>
    Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) /
        ratios.length);

// Returns the measured rows of a run with numbers in place of texts, the
// slowest first. Rows without a ratio come last.
function measuredRows(bench) {
  const rank = (row) => row.ratio && row.ratio[0] > 0 ? row.ratio[0] : Infinity;
  return bench.rows.filter((row) => row.verdict !== 'withheld')
      .map((row) => ({
        ...row, seconds: numeric(row.seconds),
        roofline: numeric(row.roofline),
        control: row.control.map(numeric),
        peer_seconds: row.peer ? numeric(row.peer_seconds) : NaN,
        ratio: row.peer ? row.ratio.map(numeric) : undefined,
      }))
      .sort((a, b) => {
        const [x, y] = [rank(a), rank(b)];
        return x < y ? -1 : x > y ? 1 : 0;
      });
}

// Returns the pairs of a subject and a peer that met, each with its rows whose
// ratio can stand in a mean and on a logarithmic axis.
function contestsOf(bench, rows) {
  return bench.subjects.flatMap((subject) => bench.peers.map((peer) => ({
    subject, peer,
    title: fullName(bench, subject) + ' against ' + fullName(bench, peer),
    rows: rows.filter((row) => row.subject === subject && row.peer === peer &&
        row.ratio[0] > 0 && row.ratio[0] < Infinity),
  }))).filter((contest) => contest.rows.length > 0);
}

// Returns how many rows have each standing.
function standingCounts(rows) {
  const counts = {faster: 0, even: 0, slower: 0};
  for (const row of rows) {
    const standing = standingOf(row.ratio);
    if (standing) counts[standing] += 1;
  }
  return counts;
}

// Says how the subject did against itself in the same rounds.
function controlText(rows) {
  const medians = rows.map((row) => row.control[0]).filter((one) => one > 0);
  if (medians.length === 0) return '';
  const strays = rows.filter(({control}) => standingOf(control) !== 'even');
  return 'A/A control, the subject against itself in the same rounds: ' +
      'geometric mean ' + geometricMean(medians).toFixed(3) + ', from ' +
      Math.min(...medians).toFixed(3) + ' to ' +
      Math.max(...medians).toFixed(3) + '; ' + number(strays.length) + ' of ' +
      plural(rows.length, 'interval') + (strays.length === 1 ? ' does' :
      ' do') + ' not contain 1.';
}

// Says what the records judge. Unlike the counts by interval, their verdicts
// allow for a tie of 3 % and for the deviation of the control.
function verdictsText(rows) {
  const counts = new Map();
  for (const {verdict} of rows)
    counts.set(verdict, (counts.get(verdict) || 0) + 1);
  return 'Verdicts of the record, which allow for the control: ' +
      [...counts].map(([verdict, count]) => number(count) + ' ' + verdict)
          .join(', ') + '.';
}

// Draws what a maintainer reads first about one contest. `goTo` shows the row
// of the table.
function contestSummary({title, rows}, goTo) {
  const counts = standingCounts(rows);
  const share = (standing) => counts[standing] > 0 && el('div', {
    class: STANDINGS[standing][0], style: 'flex:' + counts[standing]});
  return el('section', {class: 'contest', 'aria-label': title},
      el('h3', {}, title),
      el('p', {}, el('b', {class: 'mean'}, ratioText(geometricMean(
          rows.map((row) => row.ratio[0])))),
      ' geometric mean of ' + plural(rows.length, 'ratio')),
      el('div', {class: 'shares', 'aria-hidden': 'true'},
          share('slower'), share('even'), share('faster')),
      el('ul', {class: 'standings'},
          ['slower', 'even', 'faster'].map((standing) => el('li', {},
              el('span', {class: 'tally ' + STANDINGS[standing][0]},
                  number(counts[standing])), ' ', STANDINGS[standing][1]))),
      el('h4', {}, rows.length > 3 ? 'The slowest three' : 'The slowest'),
      el('ol', {class: 'slowest'}, rows.slice(0, 3).map((row) => el('li', {},
          el('span', {class: 'tally ' +
              (STANDINGS[standingOf(row.ratio)] || ['missing'])[0]},
          ratioText(row.ratio[0])), ' ',
          el('span', {class: 'faint'}, bandText(row.ratio)), ' ',
          el('button', {type: 'button', class: 'to-row',
            onclick: () => goTo(row)}, breakable(row.id))))),
      el('p', {class: 'faint'}, controlText(rows), ' ', verdictsText(rows)));
}
