// Writes numbers, times and lists of names as text.

const number = (value) => value.toLocaleString('en-US');
const plural = (count, word) =>
    number(count) + ' ' + word + (count === 1 ? '' : 's');

function ulpText(ulp) {
  if (ulp === undefined) return '';
  if (ulp === Infinity) return '∞';
  if (ulp >= 1e5) return ulp.toExponential(1).replace('+', '');
  return ulp >= 100 ? ulp.toFixed(0) : ulp >= 10 ? ulp.toFixed(1) :
      ulp.toFixed(2);
}

// A share of what is allowed: "0.31", "12".
function shareText(share) {
  return share >= 10 ? share.toPrecision(2) : share.toFixed(2);
}

// Returns a time with three digits and its unit.
function timeText(seconds) {
  const units = [['ns', 1e-9], ['µs', 1e-6], ['ms', 1e-3], ['s', 1]];
  const [unit, scale] = units.findLast(([, one]) => seconds >= 0.9995 * one) ||
      units[0];
  return (seconds / scale).toPrecision(3) + ' ' + unit;
}

const shortList = (names, limit) => names.slice(0, limit).join(', ') +
    (names.length > limit ? ' and ' + (names.length - limit) + ' more' : '');

// Returns "numpy, torch and burn".
const listed = (names) => names.length < 2 ? names.join('') :
    names.slice(0, -1).join(', ') + ' and ' + names[names.length - 1];

// Cuts a decimal value or a message that would fill the line.
const brief = (text, most = 40) =>
    text.length > most ? text.slice(0, most - 1) + '…' : text;
