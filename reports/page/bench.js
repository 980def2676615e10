// Draws the pages of benchmarks: a summary for each peer, a plot and a table of
// the ratios, shares of the roofline, and times over sizes.

const benchHash = (at) => hashOf('bench', at);
const benchTitle = (bench) => 'Benchmarks of ' + bench.subjects.join(', ');

function rooflineBars(bench) {
  const seen = new Set();
  const bars = bench.rows.filter((row) => {
    const key = row.id + ' ' + row.subject;
    if (!(row.roofline > 0) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return el('div', {class: 'scroll'}, el('table', {class: 'bench bars'},
      el('tbody', {}, bars.map((row) => el('tr', {},
          el('th', {scope: 'row'}, breakable(row.id),
              bench.subjects.length > 1 && ' of ' + row.subject),
          el('td', {}, el('div', {class: 'bar', role: 'img',
            'aria-label': (100 * row.roofline).toFixed(0) + ' %'},
          el('div', {style: 'width:' +
              Math.min(100, 100 * row.roofline).toFixed(1) + '%'}))),
          el('td', {}, (100 * row.roofline).toFixed(0) + ' %; ' +
              boundText(row)))))));
}

// Returns the points of each contender: [elements, seconds].
function linesOf(rows) {
  const lines = new Map();
  const add = (name, elements, seconds) => {
    if (!(seconds > 0)) return;
    if (!lines.has(name)) lines.set(name, new Map());
    lines.get(name).set(elements, seconds);
  };
  for (const row of rows) {
    add(row.subject, row.elements, row.seconds);
    if (row.peer) add(row.peer, row.elements, row.peer_seconds);
  }
  return [...lines].map(([name, points]) =>
      [name, [...points].sort(([a], [b]) => a - b)]);
}

// Plots the time per element over the number of elements, both logarithmic.
function chart(title, rows) {
  const lines = linesOf(rows);
  const points = lines.flatMap(([, line]) => line);
  const xs = points.map(([elements]) => Math.log10(elements));
  const ys = points.map(([elements, seconds]) =>
      Math.log10(seconds / elements));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.floor(Math.min(...ys)), Math.ceil(Math.max(...ys))];
  const x = (elements) =>
      70 + 340 * (Math.log10(elements) - left) / (right - left);
  const y = (perElement) =>
      20 + 180 * (high - Math.log10(perElement)) / (high - low || 1);
  const parts = [];
  for (let power = low; power <= high; ++power)
    parts.push(
        svg('line', {x1: 70, x2: 410, y1: y(10 ** power), y2: y(10 ** power),
          class: 'grid-line'}),
        svg('text', {x: 64, y: y(10 ** power) + 4, 'text-anchor': 'end'},
            timeText(10 ** power)));
  for (const elements of new Set(points.map(([one]) => one)))
    parts.push(svg('text', {x: x(elements), y: 216, 'text-anchor': 'middle'},
        elements >= 1e6 ? (elements / 1e6).toFixed(0) + 'M' :
        elements >= 1e3 ? (elements / 1e3).toFixed(0) + 'k' : elements));
  lines.forEach(([name, line], i) => {
    parts.push(svg('polyline', {class: 'line line-' + i % 4, points: line.map(
        ([elements, seconds]) => x(elements) + ',' + y(seconds / elements))
        .join(' ')}));
    parts.push(svg('text', {x: 420, y: 40 + 18 * i, class: 'name-' + i % 4},
        libraryName(name)));
  });
  return el('figure', {class: 'chart'}, el('figcaption', {}, title),
      svg('svg', {viewBox: '0 0 520 225', role: 'img', 'aria-label': title},
          ...parts));
}

function sizeCharts(bench) {
  const groups = new Map();
  for (const row of bench.rows) {
    if (row.verdict === 'withheld') continue;
    const key = row.op + ' ' + row.layout + ' ' + row.dtype;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  const charts = [...groups].filter(([, rows]) =>
      new Set(rows.map((row) => row.elements)).size >= 3);
  return charts.length > 0 ?
      el('div', {class: 'charts'}, charts.map(([title, rows]) =>
          chart(title, rows))) :
      el('p', {class: 'faint'}, 'No op was timed at three sizes.');
}

function rooflineFacts(bench) {
  return el('ul', {class: 'plain'}, bench.roofline.map((entry) => el('li', {},
      entry.kind === 'clock' ?
      'clock: ' + (entry.per_second * 1e-9).toFixed(2) + ' GHz' :
      entry.bytes === 0 ?
      entry.kind + ' ' + entry.dtype + ': ' +
          (entry.per_second * 1e-9).toFixed(1) + ' GFLOP/s' :
      entry.kind + ' over ' + number(entry.bytes / 1024) + ' KiB: ' +
          (entry.per_second * 1e-9).toFixed(1) + ' GB/s')));
}

// Says in one line what was measured, and on what.
function benchLine(bench) {
  return el('p', {class: 'faint'}, [
    bench.machine.cpu, plural(bench.threads, 'thread'),
    plural(bench.rounds, 'round'), bench.started_at,
  ].filter(Boolean).join(', '));
}

function benchFacts(bench) {
  const pairs = [
    ...bench.subjects.map((name) => ['subject', fullName(bench, name)]),
    ...bench.peers.map((name) => ['peer', fullName(bench, name)]),
    ['processor', bench.machine.cpu], ['cores', bench.machine.cores],
    ['vectors', bench.machine.roofline_target], ['load', bench.machine.load],
    ['huge pages', bench.machine.huge_pages], ['kernel', bench.machine.kernel],
    ['compiler', bench.build.compiler], ['build', bench.build.build_id],
    ['threads', bench.threads], ['clock', bench.clock],
    ['rounds', bench.rounds], ['gate', bench.gate],
    ['started', bench.started_at],
  ];
  return el('dl', {class: 'facts'}, pairs
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => el('div', {}, el('dt', {}, name),
          el('dd', {}, value))));
}

// Draws what a maintainer acts on: the summaries, what has no number, the
// plots and the table. Dots and the slowest workloads lead to their rows.
function ratioSections(bench) {
  const rows = measuredRows(bench);
  const contests = contestsOf(bench, rows);
  const withheld = bench.rows.filter((row) => row.verdict === 'withheld');
  const lines = new Map();
  const goTo = (row) => {
    const line = lines.get(row);
    line.scrollIntoView({block: 'center', inline: 'nearest'});
    line.focus({preventScroll: true});
  };
  const table = ratioTable(bench, rows, (row, line) => lines.set(row, line));
  return [
    contests.length === 0 && el('p', {}, 'No peer took part.'),
    contests.length > 0 && el('p', {}, 'A ratio is how many times as long as ' +
        'the subject a peer takes, as the median of paired rounds with its ' +
        '95 % interval. Above 1 the subject is faster, and where the ' +
        'interval contains 1 it is as fast.'),
    el('div', {class: 'contests'}, contests.map((contest) =>
        contestSummary(contest, goTo))),
    withheld.length > 0 && [el('h2', {}, 'Withheld'),
      el('ul', {class: 'plain'}, withheld.map((row) => el('li', {},
          el('code', {}, row.id), ' of ', row.subject, ': ', row.reason)))],
    contests.length > 0 && [
      el('h2', {}, 'Ratios by family'),
      el('p', {class: 'hint'}, 'One dot per workload, on a logarithmic axis. ' +
          'A click on a dot shows its row; arrow keys move between dots.'),
      contests.map((contest) => stripPlot(contest, goTo))],
    el('h2', {}, 'Workloads'),
    el('p', {class: 'hint'}, 'The head of a column sorts by it.'),
    table,
  ];
}

function benchView(at) {
  const bench = model.benches[at];
  return {
    title: benchTitle(bench),
    trail: model.runs.length > 0 ? [['Conformance', '#/']] : [],
    body: [
      benchLine(bench), ratioSections(bench),
      el('h2', {}, 'Share of the roofline'), rooflineBars(bench),
      el('h2', {}, 'Time per element over size'), sizeCharts(bench),
      el('h2', {}, 'Machine and build'), benchFacts(bench),
      el('h3', {}, 'Roofline of this run'), rooflineFacts(bench),
    ],
  };
}

// Returns the link from a first page to the benchmarks.
function benchLinks() {
  return model.benches.length > 0 && el('p', {class: 'bench-links'},
      model.benches.map((bench, at) => [link(benchHash(at), benchTitle(bench)),
        ' ']));
}
