// Shows what changed between two versions of a subject: findings that are new
// and gone, and cells with another verdict.

// Returns the cells in which two versions differ, joined by row and by what
// became of what: [{row, before, after, columns}].
function changedCells(older, newer) {
  const changes = [];
  for (const row of model.rows) {
    const [before, after] = [older.linesOf(row), newer.linesOf(row)];
    if (before === after) continue;
    const joined = new Map();
    model.dtypes.forEach((_, column) => {
      const [was, is] = [worstAt(before, column), worstAt(after, column)];
      if (was === is) return;
      const key = was + ' ' + is;
      if (!joined.has(key))
        joined.set(key, {row, before: was, after: is, columns: []});
      joined.get(key).columns.push(column);
    });
    changes.push(...joined.values());
  }
  return changes;
}

const isClaimedVerdict = (verdict) =>
    verdict !== undefined && verdict !== UNSUPPORTED;

// The groups of changes that matter to a reader, in their order.
const CHANGE_GROUPS = [
  ['Newly failing', ({before, after}) =>
    after > UNSUPPORTED && !(before > UNSUPPORTED)],
  ['No longer claimed', ({before, after}) =>
    isClaimedVerdict(before) && !isClaimedVerdict(after)],
  ['Newly passing', ({before, after}) =>
    after === PASS && before > UNSUPPORTED],
  ['Newly claimed, and passing', ({before, after}) =>
    after === PASS && !isClaimedVerdict(before)],
  ['Other changes', () => true],
];

const verdictOrNone = (verdict) => verdict === undefined ?
    el('span', {class: 'mark idle', title: 'no case', role: 'img',
      'aria-label': 'no case'}, '·') : mark(verdict);

function changeLine(subject, {row, before, after, columns}) {
  return el('li', {}, verdictOrNone(before), ' → ', verdictOrNone(after), ' ',
      link(opHash(row.op), row.name), ' ',
      el('span', {class: 'faint'}, columns.map((column, at) => [at > 0 && ', ',
        link(cellHash(subject, row, column), model.dtypes[column])])));
}

function changeGroups(subject, changes) {
  const left = new Set(changes);
  return CHANGE_GROUPS.map(([title, belongs]) => {
    const own = [...left].filter(belongs);
    own.forEach((change) => left.delete(change));
    const cells = own.reduce((sum, {columns}) => sum + columns.length, 0);
    return own.length > 0 && el('section', {class: 'change'},
        el('h4', {}, title, ' ', el('span', {class: 'faint'},
            plural(cells, 'cell'))),
        cutList('ul', {class: 'changes'}, own.map((change) =>
            changeLine(subject, change)), 12));
  });
}

// Lists findings that one version has and the other one lacks.
function onlyFindings(title, findings, others) {
  const keys = new Set(others.map(({key}) => key));
  const own = findings.filter(({key}) => !keys.has(key));
  return el('section', {class: 'change'},
      el('h4', {}, title, ' ', el('span', {class: 'faint'},
          number(own.length))),
      own.length === 0 ? el('p', {class: 'faint'}, 'None.') :
          cutList('ul', {class: 'short-findings'}, own.map((finding) =>
            el('li', {}, kindMark(finding.kind), ' ', finding.title,
                el('code', {class: 'example'}, finding.example))), 6));
}

// Shows how scores differ.
function scoreChanges(older, newer) {
  const signed = (count) => count > 0 ? '+' + number(count) :
      count < 0 ? '−' + number(-count) : '±0';
  const lines = model.sets.filter(({name}) =>
      older.sets[name] || newer.sets[name]).map(({name}) => {
    const [was, is] = [older.sets[name], newer.sets[name]];
    const cell = (at) => el('td', {class: 'number'},
        was && is ? [number(was[at]), ' → ', el('b', {}, number(is[at])), ' ',
          el('span', {class: 'faint'}, signed(is[at] - was[at]))] :
        was ? 'was ' + number(was[at]) : number(is[at]));
    return el('tr', {}, el('th', {scope: 'row'}, name), cell(0), cell(1));
  });
  return table('deltas', 'Scores of the two versions',
      ['op set', 'proven', 'claimed'], lines);
}

function changesPart(subject, versions) {
  const picked = chosen('versions of ' + subject.slug, {older: 1, newer: 0});
  const [box, redraw] = redrawable(() => {
    const [older, newer] = [versions[picked.older], versions[picked.newer]];
    if (picked.older === picked.newer)
      return el('p', {class: 'faint'}, 'These are the same version.');
    const changes = changedCells(older, newer);
    return [
      older.profile !== newer.profile && el('p', {class: 'gaps'},
          'The older version was judged by profile ' + older.profile +
          ', so a difference can be one of the profiles.'),
      scoreChanges(older, newer),
      el('div', {class: 'columns'},
          onlyFindings('New findings', newer.findings, older.findings),
          onlyFindings('Findings that are gone', older.findings,
              newer.findings)),
      changes.length === 0 ?
          el('p', {class: 'faint'}, 'Every cell has the verdict it had.') :
          el('div', {class: 'columns'}, changeGroups(subject, changes)),
    ];
  });
  const pick = (label, field) => menu(label, versions.map((version, at) =>
      [String(at), version.version + ', ' + dayOf(version.started_at)]),
  String(picked[field]), (value) => {
    picked[field] = Number(value);
    redraw();
  }, 'wide');
  return [el('div', {class: 'toolbar'}, pick('From', 'older'),
      pick('to', 'newer')), box];
}
