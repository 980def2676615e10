// Reads the verdicts of a version of a subject from its file: by row, clause and
// dtype, with examples of failures and the largest errors.

const snapshots = new Map();

// Returns the verdict of a column in a pattern, or undefined without a case.
function verdictAt(pattern, column) {
  const digit = pattern[column];
  return digit === undefined || digit === '.' ? undefined :
      parseInt(digit, 36);
}

// Returns pairs of numbers as [clause id, pattern] pairs.
function readPairs(pairs, {clauses, patterns}) {
  const lines = [];
  for (let i = 0; i + 1 < pairs.length; i += 2)
    lines.push([clauses[pairs[i]], patterns[pairs[i + 1]]]);
  return lines;
}

// Returns lines with the pairs that an older version has instead. The pattern -1
// stands for a clause without a case.
function changedLines(lines, pairs, {clauses, patterns}) {
  if (pairs.length === 0) return lines;
  const changed = new Map(lines);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    if (pairs[i + 1] < 0) changed.delete(clauses[pairs[i]]);
    else changed.set(clauses[pairs[i]], patterns[pairs[i + 1]]);
  }
  return [...changed];
}

// Sorts entries that begin with a row and a dtype into a map.
function byCell(entries, row, dtype) {
  const cells = new Map();
  for (const entry of entries || []) {
    const key = entry[row] * 64 + entry[dtype];
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(entry);
  }
  return cells;
}

// Returns the newest version of a subject, or undefined if its file is missing.
function newestOf(subject) {
  const file = arrived.get(subjectFile(subject));
  if (!file) return undefined;
  if (snapshots.has(subject.slug)) return snapshots.get(subject.slug);
  const lines = new Map();
  const snapshot = {
    ...file, subject, started_at: file.head.started_at,
    file, known: byCell(file.examples, 0, 2),
    largest: byCell(file.errors, 0, 1), whole: byCell(file.exhaustive, 0, 1),
    linesOf(row) {
      if (!lines.has(row.at))
        lines.set(row.at, readPairs(file.rows[row.at] || [], file));
      return lines.get(row.at);
    },
  };
  snapshots.set(subject.slug, snapshot);
  return snapshot;
}

// Returns every subject whose file is here, as snapshots.
const everySnapshot = () => model.subjects.map(newestOf).filter(Boolean);

// Returns all versions of a subject, the newest first. Each older one is what
// differs from the next newer one.
function versionsOf(subject) {
  const newest = newestOf(subject);
  const history = arrived.get(historyFile(subject));
  if (!newest || !history) return newest ? [newest] : [];
  const versions = [newest];
  for (const older of history.versions) {
    const newer = versions[versions.length - 1];
    versions.push({
      ...older, subject, name: subject.name,
      findings: older.findings.map(([kind, key, title, example, count]) => ({
        kind, count, key: history.texts[key], title: history.texts[title],
        example: history.texts[example],
      })),
      linesOf: (row) => changedLines(newer.linesOf(row),
          older.rows[row.at] || [], history),
    });
  }
  return versions;
}

// Returns which of two verdicts stands for both: a failure before a pass, and a
// pass before what is not claimed. Unsupported cases of a claimed cell are
// outside of the claims, such as a layout.
function foremost(a, b) {
  const rank = (verdict) => verdict === undefined ? -2 :
      verdict === UNSUPPORTED ? -1 : verdict;
  return rank(b) > rank(a) ? b : a;
}

// Returns the verdict of lines in a column, or undefined without a case.
const worstAt = (lines, column) => lines.reduce((worst, [, pattern]) =>
    foremost(worst, verdictAt(pattern, column)), undefined);

const inCell = (cells, row, column) =>
    (cells && cells.get(row.at * 64 + column)) || [];

// What a snapshot knows of a cell: examples as objects, the largest error of the
// cases, and the largest over every input.
const examplesIn = (snapshot, row, column) =>
    inCell(snapshot.known, row, column).map((entry) =>
        readExample(snapshot, entry));
function readExample(snapshot, [row, clause, dtype, count, call, want, got]) {
  return {
    subject: snapshot.subject, row: model.rows[row],
    clause: snapshot.file.clauses[clause], column: dtype, count, call,
    expected: want, got,
  };
}
// Returns an error in ULP. The files have -1 for a result at no distance, such
// as NaN for a number, which is farther off than any other one.
const distanceOf = (ulp) => numeric(ulp) < 0 ? Infinity : numeric(ulp);
function errorIn(snapshot, row, column) {
  const [entry] = inCell(snapshot.largest, row, column);
  return entry && {ulp: distanceOf(entry[2]), share: numeric(entry[3]),
    input: entry[4]};
}
function wholeIn(snapshot, row, column) {
  const [entry] = inCell(snapshot.whole, row, column);
  return entry && {ulp: distanceOf(entry[2]), input: entry[3],
    inputs: entry[4], wrong: entry[5]};
}
