// Draws the page of a run, and the table of several subjects.

function facts(run) {
  const {head} = run;
  const shards = head.shard_count > 1 ?
      head.shards.join(', ') + ' of ' + head.shard_count : '';
  const pairs = [
    ['subject', head.subject], ['profile', head.profile],
    ['level', head.level], ['filter', head.filter], ['seed', head.seed],
    ['shards', shards], ['robustness', head.robustness ? 'on' : ''],
    ['spec', head.spec_version], ['suite', head.suite_version],
    ['ABI', head.abi_version], ['started', head.started_at],
  ];
  return el('dl', {class: 'facts'}, pairs.filter(([, value]) => value)
      .map(([name, value]) => el('div', {}, el('dt', {}, name),
          el('dd', {}, value))));
}

function verdictCounts(run) {
  const cases = run.counts.reduce((a, b) => a + b, 0);
  return el('ul', {class: 'counts', 'aria-label': 'Cases by verdict'},
      el('li', {}, el('b', {}, number(cases)), ' cases'),
      run.counts.map((count, verdict) => (count > 0 || verdict === PASS) &&
          el('li', {}, mark(verdict), ' ', el('b', {}, number(count)), ' ',
              verdictText(verdict))));
}

// Returns the first sentence of the page. An incomplete run has no verdict.
function verdictLine(run) {
  const {profile, filter} = run.head;
  const scope = filter ? ' on the selected cases' : '';
  const [kind, text] = run.gaps.length > 0 ?
      ['missing', 'Incomplete: no verdict on profile ' + profile] :
      run.conforms ? ['pass', 'Conforms to profile ' + profile + scope] :
      ['fail', 'Does not conform to profile ' + profile];
  return el('p', {class: 'verdict ' + kind}, text);
}

// A line for each op set: its score, or why it has none.
function scoreList(run) {
  return el('ul', {class: 'plain', 'aria-label': 'Score of each op set'},
      run.sets.map((set) => el('li', {}, set.planned ?
          ['score ' + set.name + ': ', el('b', {}, number(set.proven)),
            ' proven / ', number(set.claimed), ' claimed / ',
            set.selected !== undefined &&
                number(set.selected) + ' selected of ',
            set.optional === undefined ? number(set.required) + ' required' :
              number(set.optional) + ' optional', ' cells'] :
          ['op set ' + set.name + ': not ' +
            (set.is_claimed ? 'selected' : 'claimed')])));
}

function gapList(run) {
  return run.gaps.length > 0 && el('ul', {class: 'gaps', role: 'alert'},
      run.gaps.map((gap) => el('li', {}, gap)));
}

// Returns null if no call was tried.
function robustnessSection(at) {
  const {robustness} = model.runs[at];
  const groups = (title, list) => list.length > 0 && [
    el('h3', {}, title),
    el('ul', {class: 'plain'}, list.map((entry) => el('li', {},
        el('code', {}, model.clauses[entry.clause][0]), ' on ', entry.op,
        ': ', plural(entry.count, 'call'), ' ',
        el('span', {class: 'faint'}, shortList(entry.dtypes, 8))))),
  ];
  return robustness && [
    el('h2', {}, 'Robustness'),
    el('p', {}, 'Robustness does not count for conformance: ',
        plural(robustness.calls, 'call'),
        ' that break ', plural(robustness.rules, 'precondition'), ' of ops; ',
        el('b', {}, number(robustness.refused)), ' refused, ',
        number(robustness.unsupported), ' unsupported, ',
        number(robustness.expected), ' expected.'),
    groups('Did harm', robustness.harmful),
    groups('Allowed calls that went wrong', robustness.controls),
    groups('Accepted, or answered with another error', robustness.accepted),
  ];
}

// Returns "profile nx · level quick · seed 0 · 1,234 cases".
function runLine(run) {
  const {profile, level, seed, filter} = run.head;
  return el('p', {class: 'faint'}, [
    'profile ' + profile, level && 'level ' + level,
    filter && 'filter ' + filter, 'seed ' + seed,
    plural(run.counts.reduce((a, b) => a + b, 0), 'case'),
  ].filter(Boolean).join(' · '));
}

// Returns what changes with the filter: findings, cases and the matrix.
function filteredParts(at) {
  const run = model.runs[at];
  const filter = filterOf(at);
  const {findings, cases, rows} = filtered(at, filter);
  const isFiltered = filter.text.trim() !== '' || filter.kind >= 0;
  const count = isFiltered && plural(findings.length, 'finding') + ', ' +
      plural(cases.length, 'case') + ' and ' + plural(rows.length, 'row') +
      ' match.';
  if (count) announce(count);
  return [
    count && el('p', {class: 'faint', id: 'matches'}, count),
    el('h2', {}, 'Top findings'),
    findings.length > TOP && el('p', {class: 'faint'}, 'The worst ' + TOP +
        ' of ' + findings.length + '; the others are listed after them.'),
    topFindings(at, findings),
    matchingCases(at, filter, cases),
    run.omitted > 0 && el('p', {class: 'more'}, plural(run.omitted, 'case'),
        ' counted here but not embedded; the file of records has them ' +
        'all.'),
    findingParts(at, findings, filter, isFiltered),
    el('h2', {}, 'Ops by dtype'),
    heatmap(at, rows, isFiltered),
  ];
}

function runView(at) {
  const run = model.runs[at];
  const several = model.runs.length > 1;
  const parts = el('div', {});
  const redraw = () => parts.replaceChildren(...filteredParts(at).flat(4)
      .filter((node) => node instanceof Node));
  redraw();
  return {
    title: runTitle(run),
    trail: several ? [['Subjects', '#/']] : [],
    body: [
      verdictLine(run), gapList(run), runLine(run), filterBar(at, redraw),
      parts,
      run.not_run.length > 0 && el('p', {class: 'faint'},
          plural(run.not_run.length, 'op') + ' without any case in this run: ' +
          run.not_run.join(', ') + '.'),
      otherCases(at), robustnessSection(at),
      Boolean(run.sweeps) &&
          [el('h2', {}, 'Sweeps'), el('pre', {}, run.sweeps)],
      el('h2', {}, 'Accuracy'),
      el('p', {class: 'faint'}, 'The largest error among accepted elements, ' +
          'in ULP, by op and dtype. The second number is the share that the ' +
          'largest error takes of what is allowed.'),
      accuracyTable(at),
      el('h2', {}, 'The run'),
      facts(run), verdictCounts(run), scoreList(run),
      el('p', {class: 'faint'}, 'Unsupported, skipped and missing cases ' +
          'prove nothing.'),
    ],
  };
}

// Adds up all dtypes of an op.
function joined(row) {
  const counts = new Map();
  let ulp = 0;
  for (const cell of row ? row.cells : []) {
    if (!cell || !cell.verdicts) continue;
    ulp = Math.max(ulp, cell.ulp || 0);
    for (const [verdict, count] of cell.verdicts)
      counts.set(verdict, (counts.get(verdict) || 0) + count);
  }
  return {counts: [...counts].sort(([a], [b]) => a - b), ulp};
}

function comparedCell(at, row) {
  const {counts, ulp} = joined(row);
  if (counts.length === 0) return el('td', {class: 'idle'}, '·');
  const worst = worstOf(counts);
  return el('td', {class: kindOf(worst)}, el('a', {
    href: opHash(at, row), title: countsText(counts),
    'aria-label': row.name + ': ' + countsText(counts),
  }, letterOf(worst), ' ', el('span', {class: 'share'},
      number(countOf(counts, PASS)) + '/' + number(total(counts))),
  ulp > 0 && el('span', {class: 'share'}, ' ' + ulpText(ulp) + ' ULP')));
}

// Draws the table of ops (rows) and subjects (columns).
function subjectsView() {
  const names = [...new Set(model.runs.flatMap((run) =>
      run.rows.map((row) => row.name)))];
  const rowOf = (run, name) => run.rows.find((row) => row.name === name);
  const column = (run, at) => el('th', {scope: 'col'},
      link(runHash(at), runTitle(run)),
      el('span', {class: 'sub'}, run.head.profile + ', ' + run.head.level +
          ', seed ' + run.head.seed));
  const summary = model.runs.map((run, at) => el('section', {class: 'subject'},
      el('h3', {}, link(runHash(at), runTitle(run)), ' ',
          el('span', {class: 'faint'}, run.head.subject)),
      verdictLine(run), gapList(run), kindCounts(run), verdictCounts(run)));
  return {
    title: plural(model.runs.length, 'subject'), trail: [],
    body: [
      summary,
      el('h2', {}, 'Ops by subject'),
      el('p', {class: 'faint'}, 'Worst verdict, cases passed of all, largest ' +
          'error among accepted elements.'),
      el('div', {class: 'scroll', tabindex: '0', role: 'region',
        'aria-label': 'Ops by subject'},
      el('table', {class: 'subjects'},
          el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'op'),
              model.runs.map(column))),
          el('tbody', {}, names.map((name) => el('tr', {},
              el('th', {scope: 'row'}, name),
              model.runs.map((run, at) =>
                  comparedCell(at, rowOf(run, name)))))))),
    ],
  };
}
