// Resolves addresses: every cell, clause, finding
// and case has one after "#/".

const runHash = (at) => hashOf('run', at);
const opHash = (at, row) => hashOf('run', at, 'op', row.name);
const cellHash = (at, row, column) =>
    hashOf('run', at, 'cell', row.name, model.dtypes[column]);
const clauseHash = (at, clause) =>
    hashOf('run', at, 'clause', model.clauses[clause][0]);
const caseHash = (at, entry) => hashOf('run', at, 'case', entry.id);

const runTitle = (run) =>
    (run.head.name + ' ' + run.head.version).trim() || run.head.subject;

// Returns {title, trail: [[text, hash]…], body} of an address.
function viewOf(hash) {
  const [top, at, kind, ...rest] =
      hash.replace(/^#\/?/, '').split('/').map(decoded);
  const several = model.runs.length > 1;
  if (!top && model.runs.length === 0 && model.benches.length > 0)
    return benchView(0);
  if (!top) return several ? subjectsView() : runView(0);
  if (top === 'bench' && model.benches[at]) return benchView(Number(at));
  const run = top === 'run' ? model.runs[at] : undefined;
  if (run === undefined) return lostView();
  const index = Number(at);
  if (!kind) return runView(index);
  const row = run.rows.find((one) => one.name === rest[0]);
  const trail = [[runTitle(run), runHash(index)]];
  if (kind === 'op' && row) return opView(index, row, trail);
  if (kind === 'cell' && row && model.dtypes.includes(rest[1]))
    return cellView(index, row, model.dtypes.indexOf(rest[1]), trail);
  if (kind === 'clause') {
    const clause = model.clauses.findIndex(([id]) => id === rest[0]);
    if (clause >= 0) return clauseView(index, clause, trail);
  }
  if (kind === 'finding') {
    const finding = run.findings.find((one) => one.key === rest[0]);
    if (finding) return findingView(index, finding, trail);
  }
  if (kind === 'case') {
    const entry = run.cases.find((one) => one.id === rest[0]);
    if (entry) return caseView(index, entry, trail);
  }
  return lostView(trail);
}

function lostView(trail = []) {
  return {
    title: 'Nothing at this address', trail,
    body: [el('p', {}, 'This report has no page at this address; a case ' +
        'that is not embedded is found in the file of records. ',
        link('#/', 'Back to the start'))],
  };
}
