// Gives verdicts, kinds of findings and statuses of clauses their letters,
// colours and names.

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

// The colours of kinds of findings, by their positions in the model.
const KIND_CLASSES = ['broke', 'fail', 'expected', 'missing', 'idle'];

const kindMark = (kind) =>
    el('span', {class: 'kind ' + KIND_CLASSES[kind]}, model.kinds[kind]);

// What the letters of clauses say.
const LETTERS = {
  D: 'documented', C: 'clarified by the kit', R: 'resolved by the kit',
  U: 'left open by the contract',
};
