// Draws the page of a subject: scores, findings, changes, and its verdicts by op
// and dtype. With a set and a family it shows that part alone.

// Draws the scores of a version, one line per op set.
function scoreTable(snapshot) {
  return table('scores', 'Scores by op set',
      ['op set', '', 'proven', 'claimed', 'of all'],
      model.sets.filter((set) => snapshot.sets[set.name]).map((set) => {
        const score = snapshot.sets[set.name];
        return el('tr', {title: scoreText(score)},
            el('th', {scope: 'row'}, link(hashOf('subject',
                snapshot.subject.slug, set.name), set.name)),
            el('td', {}, meter(score)),
            score.map((count, at) => el('td', {class: 'number' +
                (at === 0 && count < score[1] ? ' short' : '')},
            number(count))));
      }));
}

// Draws the verdicts of some rows by dtype. A family of which nothing is claimed
// takes one line until the reader opens it.
function subjectGrid(snapshot, rows, key) {
  const open = chosen('open ' + key, {families: []}).families;
  const cells = new Map(rows.map((row) => [row, model.dtypes.map((_, column) =>
      cellOf(snapshot, row, column))]));
  const isClaimed = (row) => cells.get(row).some((cell) => cell &&
      cell.verdicts && cell.verdicts[0][0] !== UNSUPPORTED);
  const families = [...new Set(rows.map((row) => row.family))];
  const [box, redraw] = redrawable(() => {
    const shown = [];
    const sections = families.map((family) => {
      const own = rows.filter((row) => row.family === family);
      if (families.length === 1 || open.includes(family) ||
          own.some(isClaimed)) {
        shown.push(...own);
        return [families.length > 1 && family, own.map((row) => ({
          ...row, hash: opHash(row.op), cells: cells.get(row), row}))];
      }
      return [[family + ': nothing is claimed (' +
          plural(new Set(own.map((row) => row.op)).size, 'op') + ') ',
      el('button', {type: 'button', class: 'open', onclick: () => {
        open.push(family);
        redraw();
      }}, 'show')], []];
    });
    return grid('Worst verdict by op and dtype', key,
        columnsOf(shown.length > 0 ? shown : rows), sections,
        ({row}, column) => cellHash(snapshot.subject, row, column));
  });
  const verdicts = [...cells.values()].flat().filter((cell) => cell &&
      cell.verdicts).map((cell) => cell.verdicts[0][0]);
  return [el('p', {class: 'hint'}, 'Each cell shows its worst verdict. Arrow ' +
      'keys move, Enter opens a cell with its clauses.'),
  letterLegend(verdicts), box];
}

// Returns what the page of a subject shows as a table to save.
function subjectRows(snapshot, rows) {
  return {
    title: subjectTitle(snapshot.subject) + ', verdicts by op and dtype',
    columns: ['subject', 'version', 'profile', 'set', 'family', 'row', 'dtype',
      'verdict', 'largest error in ULP'],
    rows: rows.flatMap((row) => model.dtypes.map((dtype, column) => {
      const verdict = worstAt(snapshot.linesOf(row), column);
      const error = errorIn(snapshot, row, column);
      return verdict !== undefined && [snapshot.name, snapshot.version,
        snapshot.profile, row.set, row.family, row.name, dtype,
        verdictName(verdict), error ? error.ulp : ''];
    }).filter(Boolean)),
  };
}

function verdictLine(subject) {
  return subject.conforms ?
      el('p', {class: 'verdict pass'}, '✓ Conforms to profile ' +
          subject.profile) :
      el('p', {class: 'verdict fail'}, 'Does not conform to profile ' +
          subject.profile);
}

// Draws buttons that lead to the parts of a page.
function partsBar(parts) {
  return el('nav', {class: 'parts', 'aria-label': 'Parts of this page'},
      parts.filter(([, , isThere]) => isThere !== false).map(([id, text]) =>
        el('button', {type: 'button', onclick: () => {
          const head = document.getElementById(id);
          head.scrollIntoView({block: 'start'});
          head.focus({preventScroll: true});
        }}, text)));
}
const part = (id, ...text) => el('h2', {id, tabindex: '-1'}, text);

function subjectView(subject, setName, family) {
  const set = setName && setNamed(setName);
  if (set && family) return subjectFamilyView(subject, set, family);
  const needs = [subjectFile(subject), 'contract',
    ...(subject.versions > 1 ? [historyFile(subject)] : [])];
  const body = () => {
    const newest = newestOf(subject);
    if (!newest) return missingLine(needs);
    const picked = chosen('set of ' + subject.slug, {set: setName});
    picked.set = setName || picked.set ||
        (model.sets.find(({name}) => subject.sets[name]) || model.sets[0]).name;
    const rows = () => model.rows.filter((row) => row.set === picked.set);
    const versions = versionsOf(subject);
    const [ops, redraw] = redrawable(() => subjectGrid(newest, rows(),
        subject.slug + ' ' + picked.set));
    const {head} = newest;
    return [
      missingLine(needs),
      el('div', {class: 'facing'},
          el('div', {}, verdictLine(subject),
              el('p', {class: 'faint'}, ['profile ' + subject.profile,
                'level ' + head.level, 'seed ' + head.seed,
                plural(subject.cases[0], 'case'), dayOf(subject.started_at)]
                  .join(' · ')),
              caseCounts(subject.cases)),
          scoreTable(newest)),
      el('div', {class: 'toolbar'},
          partsBar([['findings', 'Findings'],
            ['changes', 'Changes', versions.length > 1],
            ['ops', 'Ops by dtype'], ['profile', 'Profile'],
            ['run', 'The run'], ['badges', 'Badges']]),
          downloads(subject.slug, () => subjectRows(newest, model.rows))),
      part('findings', 'Findings ', el('span', {class: 'faint'},
          number(newest.findings.length))),
      findingGroups(newest.findings),
      versions.length > 1 && [part('changes', 'What changed'),
        changesPart(subject, versions)],
      part('ops', 'Ops by dtype'),
      choiceRow('Op set', model.sets.map(({name}) => [name, name]), picked.set,
          (name) => {
            picked.set = name;
            redraw();
          }),
      ops,
      part('profile', 'Profile ', el('span', {class: 'faint'},
          subject.profile)),
      profilePart(subject.profile),
      part('run', 'The run'), runPart(newest),
      part('badges', 'Badges'), badgePart(newest),
    ];
  };
  return {title: subjectTitle(subject), page: '#/', trail:
    [['Subjects', '#/']], needs, body,
  // An address with a set leads to the grid of its ops.
  goTo: set ? 'ops' : undefined};
}

// Draws one family of a subject, with the findings that touch it.
function subjectFamilyView(subject, set, family) {
  const needs = [subjectFile(subject), 'contract'];
  const rows = model.rows.filter((row) =>
      row.set === set.name && row.family === family);
  const title = family + ' of ' + set.name;
  const body = () => {
    const newest = newestOf(subject);
    if (!newest) return missingLine(needs);
    if (rows.length === 0)
      return el('p', {}, 'The op set has no such family.');
    const ops = new Set(rows.map((row) => row.op));
    const findings = newest.findings.filter((finding) =>
        finding.ops.some((op) => ops.has(op)));
    const score = subject.families[set.name + '/' + family];
    return [
      score && el('p', {class: 'score-line'}, meter(score), ' ',
          scoreText(score) + '.'),
      el('div', {class: 'toolbar'}, linkRow('Family', set.families.map((one) =>
          [one, hashOf('subject', subject.slug, set.name, one), one]), family),
      downloads(subject.slug + '-' + family, () => subjectRows(newest, rows))),
      subjectGrid(newest, rows, subject.slug + ' ' + title),
      part('findings', 'Findings ', el('span', {class: 'faint'},
          number(findings.length))),
      findingGroups(findings),
    ];
  };
  return {title: subject.name + ': ' + title, page: '#/', needs, body, trail:
    [['Subjects', hashOf('set', set.name)],
      [subjectTitle(subject), subjectHash(subject)]]};
}
