// Keeps what the reader searches for on the page of a run, and decides which
// findings, cases and rows match.

// Parts of findings, by their positions in the model.
const BROKEN = 0;
const UNPROMISED = 1;
const POLICY = 2;

// Returns what the reader has typed and picked for a run; it lasts until the
// page is closed, so the way back from a case keeps it.
const filters = new Map();
function filterOf(at) {
  if (!filters.has(at)) filters.set(at, {text: '', kind: -1});
  return filters.get(at);
}

// Remembers the searchable text of an entry of the model.
const searchable = new WeakMap();
function searchText(entry, parts) {
  if (!searchable.has(entry))
    searchable.set(entry, parts().flat(2).join(' ').toLowerCase());
  return searchable.get(entry);
}

const clauseId = (clause) => clause === undefined ? '' :
    model.clauses[clause][0];

const findingText = (finding) => searchText(finding, () => [
  model.kinds[finding.kind], finding.title, finding.example, finding.key,
  finding.ops, finding.dtypes, finding.policy || '', finding.shared_by || [],
  clauseId(finding.clause), finding.also.map(clauseId)]);

const caseText = (entry) => searchText(entry, () => [
  entry.id, clauseId(entry.clause), entry.op, entry.dtype,
  verdictText(entry.verdict), entry.message || '', entry.program || '',
  entry.operands || '', entry.expected || [], entry.got || []]);

const rowText = (row) => searchText(row, () => [
  row.name, row.family,
  row.cells.map((cell, column) => cell && cell.verdicts ?
      [model.dtypes[column], cell.verdicts.map(([verdict]) =>
          verdictText(verdict)),
      (cell.clauses || []).map(([clause]) => clauseId(clause))] : [])
      .flat(2)]);

// Returns what a filter leaves of a run: {findings, cases, rows}.
function filtered(at, filter) {
  const run = model.runs[at];
  const matches = textMatcher(filter.text);
  const ofKind = run.findings.filter((finding) =>
      filter.kind < 0 || finding.kind === filter.kind);
  const places = new Set(ofKind.flatMap((finding) => finding.cases));
  const ops = new Set(ofKind.flatMap((finding) => finding.ops));
  return {
    findings: ofKind.filter((finding) => matches(findingText(finding))),
    cases: run.cases.filter((entry, place) =>
        (filter.kind < 0 || places.has(place)) && matches(caseText(entry))),
    rows: run.rows.filter((row) => (filter.kind < 0 || ops.has(row.op)) &&
        matches(rowText(row))),
  };
}

// Makes the search field and a button for each kind of finding with its count.
// Calls `redraw` when the reader changes either.
function filterBar(at, redraw) {
  const filter = filterOf(at);
  const {findings} = model.runs[at];
  const field = el('input', {type: 'search', id: 'search', value: filter.text,
    placeholder: 'Search: op, clause, dtype or text',
    'aria-label': 'Search findings, cases and ops', autocomplete: 'off',
    spellcheck: 'false'});
  const picks = [-1, ...model.kinds.keys()].map((kind) => {
    const count = kind < 0 ? findings.length :
        findings.filter((finding) => finding.kind === kind).length;
    return [kind, el('button', {
      type: 'button', class: 'pick ' + (KIND_CLASSES[kind] || 'all'),
      disabled: count === 0, 'aria-pressed': String(filter.kind === kind),
    }, el('b', {}, number(count)), ' ', kind >= 0 ? model.kinds[kind] :
        count === 1 ? 'finding' : 'findings')];
  });
  const pick = (kind) => {
    filter.kind = filter.kind === kind ? -1 : kind;
    for (const [other, button] of picks)
      button.setAttribute('aria-pressed', String(other === filter.kind));
    redraw();
  };
  for (const [kind, button] of picks)
    button.addEventListener('click', () => pick(kind));
  field.addEventListener('input', () => {
    filter.text = field.value;
    redraw();
  });
  // The first Esc empties the field, the second one leaves it.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (field.value === '') field.blur();
    field.value = filter.text = '';
    redraw();
  });
  return el('div', {class: 'filter', role: 'search'},
      el('div', {class: 'picks', role: 'group', 'aria-label':
        'Findings by kind'}, picks.map(([, button]) => button)),
      el('label', {class: 'field'}, field,
          el('kbd', {title: 'The key / goes to the search field'}, '/')));
}
