'use strict';
// Elements, marks of verdicts, numbers and the clipboard. All text goes in as
// text nodes: nothing that a record says is ever parsed as HTML.

const model = JSON.parse(document.getElementById('model').textContent);

// Makes an element. Attributes that are undefined or false are left out;
// "on…" ones are listeners. Children are nodes, texts, lists or nothing.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(4).filter((child) =>
      child !== undefined && child !== null && child !== false && child !== ''));
  return node;
}

// One letter and one kind (its colour) for each verdict.
const MARKS = {
  pass: ['✓', 'pass'],
  unsupported: ['u', 'unsupported'],
  expected_failure: ['x', 'expected'],
  flaky: ['~', 'expected'],
  missing: ['?', 'missing'],
  unexpected_pass: ['!', 'expected'],
  fail: ['F', 'fail'],
  nondeterministic: ['N', 'fail'],
  wrong_metadata: ['M', 'fail'],
  modified_operand: ['O', 'fail'],
  wrote_outside: ['W', 'fail'],
  changed_environment: ['E', 'fail'],
  protocol_error: ['P', 'broke'],
  out_of_memory: ['R', 'broke'],
  timed_out: ['T', 'broke'],
  crashed: ['C', 'broke'],
  harness_error: ['H', 'broke'],
};
const PASS = 0;
const UNSUPPORTED = 1;
const UNEXPECTED_PASS = 5;

const verdictName = (verdict) => model.verdicts[verdict];
const verdictText = (verdict) => verdictName(verdict).replaceAll('_', ' ');
const letterOf = (verdict) => (MARKS[verdictName(verdict)] || ['?'])[0];
const kindOf = (verdict) => (MARKS[verdictName(verdict)] || [0, 'fail'])[1];

// The letter of a verdict in its colour; its name is in the title.
function mark(verdict) {
  return el('span', {
    class: 'mark ' + kindOf(verdict), title: verdictText(verdict),
    role: 'img', 'aria-label': verdictText(verdict),
  }, letterOf(verdict));
}

const number = (value) => value.toLocaleString('en-US');
const plural = (count, word) =>
    number(count) + ' ' + word + (count === 1 ? '' : 's');

function ulpText(ulp) {
  if (ulp === undefined) return '';
  if (ulp >= 1e5) return ulp.toExponential(1).replace('+', '');
  return ulp >= 100 ? ulp.toFixed(0) : ulp >= 10 ? ulp.toFixed(1) :
      ulp.toFixed(2);
}

// A share of what is allowed: "0.31", "12".
function shareText(share) {
  return share >= 10 ? share.toPrecision(2) : share.toFixed(2);
}

// Counts as pairs [verdict, count]: how many there are, the worst of them.
const total = (counts) => counts.reduce((sum, [, count]) => sum + count, 0);
const worstOf = (counts) => Math.max(...counts.map(([verdict]) => verdict));
const countOf = (counts, verdict) =>
    (counts.find(([other]) => other === verdict) || [0, 0])[1];

// "118 pass, 2 fail": nothing but a pass is ever called one.
function countsText(counts) {
  return counts.map(([verdict, count]) =>
      number(count) + ' ' + verdictText(verdict)).join(', ');
}

function announce(text) {
  document.getElementById('status').textContent = text;
}

// Copies a text; where the page may not, selects it for the reader to copy.
async function copyText(text, source) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (refused) {
    const field = el('textarea', {class: 'offscreen', readonly: true});
    field.value = text;
    document.body.append(field);
    field.select();
    let copied = false;
    try {
      copied = document.execCommand('copy');
    } catch (unknown) {
      copied = false;
    }
    field.remove();
    if (!copied) getSelection().selectAllChildren(source);
    return copied;
  }
}

// A block of text with a button that copies it.
function copyable(text, label) {
  const code = el('pre', {tabindex: '0', 'aria-label': label},
      el('code', {}, text));
  const button = el('button', {type: 'button', class: 'copy',
    'aria-label': 'Copy ' + label}, 'Copy');
  button.addEventListener('click', async () => {
    const copied = await copyText(text, code);
    button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
    announce(copied ? 'Copied ' + label : 'Selected ' + label);
    button.focus();
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  return el('div', {class: 'copyable'}, code, button);
}
