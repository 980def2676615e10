// Draws the page of a clause: what it says and why, whom it binds, and the
// verdict of every subject by dtype.

const STANCES = {
  binds: 'Binds as it stands',
  otherwise: 'Says otherwise',
  open: 'Leaves it open',
  unknown: 'Profile not described here',
};

// Returns what a profile makes of a clause: [stance, text].
function stanceOf(id, letter, profileName) {
  const profile = profileNamed(profileName);
  if (!profile) return ['unknown', ''];
  const text = Object.hasOwn(profile.texts, id) ? profile.texts[id] : '';
  if (profile.open.includes(id) || letter === 'U') return ['open', text];
  return text ? ['otherwise', text] : ['binds', ''];
}

// Draws whom a clause binds: a line for each thing that profiles say.
function stanceTable(id, entry) {
  const groups = new Map();
  for (const subject of model.subjects) {
    const [stance, text] = stanceOf(id, entry[0], subject.profile);
    const key = stance + ' ' + text;
    if (!groups.has(key))
      groups.set(key, {stance, text, profiles: new Set(), subjects: []});
    groups.get(key).profiles.add(subject.profile);
    groups.get(key).subjects.push(subject);
  }
  const order = Object.keys(STANCES);
  const lines = [...groups.values()].sort((a, b) =>
      order.indexOf(a.stance) - order.indexOf(b.stance));
  return table('stances', 'What profiles make of the clause',
      ['', 'profiles', 'text', 'subjects'], lines.map((line) => el('tr', {},
          el('th', {scope: 'row'}, el('span', {class: 'stance ' + line.stance},
              STANCES[line.stance])),
          el('td', {}, [...line.profiles].join(', ')),
          el('td', {}, line.text || (line.stance === 'binds' ?
              'as above' : line.stance === 'open' ?
              'any permitted answer passes' : '')),
          el('td', {}, line.subjects.map((subject, at) => [at > 0 && ', ',
            link(subjectHash(subject), shortTitle(subject))])))));
}

// Returns the rows in which subjects tried a clause, and its lines there.
function triedRows(id, shown) {
  const rows = new Set();
  const lines = new Map(shown.map((snapshot) => {
    const {file} = snapshot;
    const clause = file.clauses.indexOf(id);
    const patterns = new Map();
    if (clause >= 0)
      for (const row of model.rows) {
        const pairs = file.rows[row.at] || [];
        for (let i = 0; i + 1 < pairs.length; i += 2)
          if (pairs[i] === clause) {
            patterns.set(row, file.patterns[pairs[i + 1]]);
            rows.add(row);
          }
      }
    return [snapshot, patterns];
  }));
  return {rows: model.rows.filter((row) => rows.has(row)), lines};
}

// Returns examples of a clause, those of one subject together.
function clauseExamples(id, shown) {
  return shown.flatMap((snapshot) => {
    const clause = snapshot.file.clauses.indexOf(id);
    return clause < 0 ? [] : snapshot.file.examples
        .filter((entry) => entry[1] === clause)
        .map((entry) => readExample(snapshot, entry));
  });
}

// Draws subjects by dtypes for one clause.
function clauseGrid(id, shown, {rows, lines}, examples) {
  const columns = columnsOf(rows);
  const failing = new Map();
  for (const {subject, column, count} of examples) {
    const key = subject.slug + ' ' + column;
    failing.set(key, (failing.get(key) || 0) + count);
  }
  const shownAt = (snapshot, column) => {
    let found = [undefined, undefined];
    for (const [row, pattern] of lines.get(snapshot)) {
      const verdict = verdictAt(pattern, column);
      if (foremost(found[0], verdict) !== found[0]) found = [verdict, row];
    }
    return found;
  };
  const drawn = shown.filter((snapshot) => lines.get(snapshot).size > 0)
      .map((snapshot) => {
        const found = model.dtypes.map((_, column) => shownAt(snapshot, column));
        return {
          name: shortTitle(snapshot.subject), snapshot, found,
          hash: subjectHash(snapshot.subject),
          cells: found.map(([verdict], column) => gridCell(
              rows.some((row) => (row.needs[column] || '.') !== '.') ? ' ' :
              '.', verdict, failing.get(snapshot.subject.slug + ' ' + column))),
        };
      });
  return [
    grid('Verdicts by subject and dtype', 'clause ' + id, columns,
        [['', drawn]], ({snapshot, found}, column) =>
          cellHash(snapshot.subject, found[column][1], column)),
    letterLegend(drawn.flatMap(({found}) => found).map(([verdict]) => verdict)
        .filter((verdict) => verdict !== undefined), {hasErrors: false}),
  ];
}

function clauseRows(id, shown, {lines}) {
  return {
    title: 'Verdicts of clause ' + id + ' by subject, row and dtype',
    columns: ['subject', 'version', 'profile', 'row', 'dtype', 'verdict'],
    rows: shown.flatMap((snapshot) => [...lines.get(snapshot)]
        .flatMap(([row, pattern]) => model.dtypes.map((dtype, column) => {
          const verdict = verdictAt(pattern, column);
          return verdict !== undefined && [snapshot.name, snapshot.version,
            snapshot.profile, row.name, dtype, verdictName(verdict)];
        }).filter(Boolean))),
  };
}

function clauseView(id) {
  const needs = ['contract', ...allSubjectFiles()];
  const body = () => {
    const shown = everySnapshot();
    const entry = contractClause(id);
    const tried = triedRows(id, shown);
    if (!entry && tried.rows.length === 0)
      return [missingLine(needs), el('p', {}, 'The contract has no clause of ' +
          'this name. ', link('#/ops', 'All operations'))];
    const examples = clauseExamples(id, shown);
    const [letter, text, source, reason] = entry || ['', '', '', ''];
    const ops = [...new Set(tried.rows.map((row) => row.op))];
    return [
      missingLine(needs),
      el('p', {class: 'statement'}, text),
      factList([
        ['status', letter && letter + ', ' + LETTERS[letter]],
        ['source', source], ['reason', reason],
        ['tried on', ops.length > 0 && opLinks(ops, 12)]], 'wide source'),
      entry && [part('promises', 'Who promises what'), stanceTable(id, entry)],
      part('verdicts', 'Verdicts'),
      el('div', {class: 'toolbar'}, downloads('clause-' + id, () =>
          clauseRows(id, shown, tried))),
      clauseGrid(id, shown, tried, examples),
      part('examples', 'Expected and got'),
      examples.length === 0 ? el('p', {}, 'No case of it failed.') :
          exampleTable(examples, {withClause: false}),
    ];
  };
  const op = model.rows.some((row) => row.op === id.split('.')[0]) &&
      id.split('.')[0];
  return {title: id, page: '#/ops', needs, body, trail:
    [['Operations', '#/ops'], op && [op, opHash(op)]].filter(Boolean)};
}
