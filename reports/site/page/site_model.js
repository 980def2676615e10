'use strict';
// Keeps what the index says: subjects, rows of the contract, op sets and names.

const model = {
  dtypes: [], verdicts: [], kinds: [], sets: [], rows: [], subjects: [],
  benches: [], left_out: [],
};

// Returns the op of a row's name: "cast > int8" and "conv:2d" are rows of the
// ops cast and conv.
const opOfName = (name) => name.split(' > ')[0].split(':')[0];

// Takes the index over into the model, with rows as objects.
function takeIndex(index) {
  Object.assign(model, index);
  model.rows = index.rows.map(([name, family, needs, set], at) =>
      ({at, name, op: opOfName(name), family, needs, set}));
}

const subjectOf = (slug) => model.subjects.find((one) => one.slug === slug);
const rowsOfOp = (op) => model.rows.filter((row) => row.op === op);
const rowNamed = (name) => model.rows.find((row) => row.name === name);
const setNamed = (name) => model.sets.find((set) => set.name === name);

const subjectTitle = (subject) =>
    (subject.name + ' ' + subject.version).trim();

// Returns the shortest title that no other subject has. Two runs of one library
// differ by what their versions say in brackets.
function shortTitle(subject) {
  const alike = model.subjects.filter(({name}) => name === subject.name);
  if (alike.length < 2) return subject.name;
  const [, remark] = /\(([^)]*)\)\s*$/.exec(subject.version) || [];
  const others = alike.filter((other) => other !== subject);
  const parts = (remark || '').split(', ').filter((part) =>
      !others.every(({version}) => version.includes(part)));
  const tail = parts.join(', ') ||
      (others.some(({version}) => version.split(' ')[0] ===
          subject.version.split(' ')[0]) ? '' : subject.version.split(' ')[0]);
  return (subject.name + ' ' + tail).trim();
}

const subjectHash = (subject) => hashOf('subject', subject.slug);
const opHash = (op) => hashOf('op', op);
const clauseHash = (id) => hashOf('clause', id);
const cellHash = (subject, row, column) =>
    hashOf('cell', subject.slug, row.name, model.dtypes[column]);

// Returns "2026-11-26" of a time.
const dayOf = (time) => (time || '').slice(0, 10);

// Remembers what the reader has typed and picked on a page until the site is
// closed, so that the way back finds it again.
const choices = new Map();
function chosen(page, start) {
  if (!choices.has(page)) choices.set(page, {...start});
  return choices.get(page);
}
