// Draws a benchmark run: a summary of each contest, the ratios by family, and
// every workload, the slowest first.

// Returns a run of benchmarks in the form that the files of the report's page
// take: rows as objects.
function readBench(file) {
  return {
    ...file, versions: file.versions || {},
    rows: file.rows.map(([id, op, family, dtype, subject, peer, seconds,
      peerSeconds, ratio, low, high, verdict]) => ({
      id, op, family, dtype, subject, peer, seconds, verdict,
      peer_seconds: peerSeconds, ratio: [ratio, low, high], control: [],
    })),
  };
}

function benchRows(bench, rows) {
  return {
    title: 'Benchmarks of ' + bench.subjects.join(', ') + ' against ' +
        bench.peers.join(', '),
    columns: ['workload', 'op', 'family', 'dtype', 'subject', 'peer', 'seconds',
      'peer seconds', 'ratio', 'low', 'high', 'verdict'],
    rows: rows.map((row) => [row.id, row.op, row.family, row.dtype, row.subject,
      row.peer, row.seconds, row.peer_seconds, ...(row.ratio || ['', '', '']),
      row.verdict]),
  };
}

const benchText = (row) => [row.id, row.op, row.family, row.dtype, row.subject,
  row.peer, row.verdict].join(' ').toLowerCase();

function benchView(at) {
  const needs = ['bench/' + at];
  const filter = chosen('bench ' + at, {text: ''});
  const body = () => {
    const file = arrived.get(needs[0]);
    if (!file) return missingLine(needs);
    const bench = readBench(file);
    const rows = measuredRows(bench);
    const shown = () => {
      const matches = textMatcher(filter.text);
      return rows.filter((row) => matches(benchText(row)));
    };
    const lines = new Map();
    const goTo = (row) => {
      const line = lines.get(row);
      line.scrollIntoView({block: 'center', inline: 'nearest'});
      line.focus({preventScroll: true});
    };
    const [box, redraw] = redrawable(() => {
      const left = shown();
      const contests = contestsOf(bench, left);
      lines.clear();
      return left.length === 0 ?
          el('p', {class: 'faint'}, 'No workload matches.') : [
            el('div', {class: 'contests'}, contests.map((contest) =>
                contestSummary(contest, goTo))),
            contests.length > 0 && [part('families', 'Ratios by family'),
              el('p', {class: 'hint'}, 'One dot per workload, on a ' +
                  'logarithmic axis. A click on a dot shows its row; arrow ' +
                  'keys move between dots.'),
              contests.map((contest) => stripPlot(contest, goTo))],
            part('workloads', 'Workloads ', el('span', {class: 'faint'},
                number(left.length))),
            ratioTable(bench, left, (row, line) => lines.set(row, line))];
    });
    return [
      el('p', {class: 'faint'}, [file.machine.cpu,
        plural(file.threads, 'thread'), dayOf(file.started_at),
        ...bench.subjects.concat(bench.peers).map((name) =>
            fullName(bench, name))].filter(Boolean).join(' · ')),
      el('p', {class: 'lead'}, 'A ratio is how many times as long as the ' +
          'subject a peer takes, with its 95 % interval. Above 1 the subject ' +
          'is faster; where the interval contains 1 it is as fast. Times are ' +
          'of one machine and of these versions.'),
      el('div', {class: 'toolbar'}, searchField('Search workloads',
          filter.text, (text) => { filter.text = text; redraw(); }),
      downloads('bench-' + at, () => benchRows(bench, shown()))),
      box,
      part('machine', 'Machine'),
      factList(Object.entries(file.machine).map(([name, value]) =>
          [name.replaceAll('_', ' '), Array.isArray(value) ? value.join(' ') :
              value && typeof value === 'object' ? Object.entries(value)
                  .map(([key, one]) => key + ' ' + one).join(', ') :
                  String(value)]), 'machine'),
    ];
  };
  return {title: model.benches[at].title, page: '#/bench', needs, body, trail:
    model.benches.length > 1 ? [['Benchmarks', '#/bench']] : []};
}

// Lists the benchmark runs, if there is more than one.
function benchesView() {
  const body = () => [
    model.benches.length === 0 &&
        el('p', {}, 'This site has no benchmark run.'),
    el('ul', {class: 'plain'}, model.benches.map((bench, at) => el('li', {},
        link(hashOf('bench', at), bench.title)))),
  ];
  return {title: 'Benchmarks', page: '#/bench', trail: [], needs: [], body};
}
