// Draws the pages of benchmarks: ratios to the peers, shares of the roofline,
// and times over sizes.

const SVG = 'http://www.w3.org/2000/svg';
const benchHash = (at) => hashOf('bench', at);
const benchTitle = (bench) => 'Benchmarks of ' + bench.subjects.join(', ');

function timeText(seconds) {
  const units = [['ns', 1e-9], ['µs', 1e-6], ['ms', 1e-3], ['s', 1]];
  const [unit, scale] = units.findLast(([, one]) => seconds >= 0.9995 * one) ||
      units[0];
  return (seconds / scale).toPrecision(3) + ' ' + unit;
}

// The verdicts of ratios, in the colours that other verdicts have.
const RATIO_KINDS = {
  faster: 'pass', tie: 'tie', slower: 'fail', unclear: 'missing',
  measured: 'tie',
};
const intervalText = ([median, low, high]) =>
    median.toFixed(2) + ' [' + low.toFixed(2) + ', ' + high.toFixed(2) + ']';

// Returns the rows by workload, each with its measurements.
function benchWorkloads(bench) {
  const workloads = new Map();
  for (const row of bench.rows) {
    if (row.verdict === 'withheld') continue;
    if (!workloads.has(row.id)) workloads.set(row.id, []);
    workloads.get(row.id).push(row);
  }
  return workloads;
}

function ratioCell(row) {
  if (!row) return el('td', {class: 'idle'}, '·');
  return el('td', {
    class: 'ratio ' + (RATIO_KINDS[row.verdict] || 'missing'),
    title: row.verdict + ': ' + intervalText(row.ratio) + ', A/A ' +
        intervalText(row.control) + '; ' + timeText(row.seconds) +
        ' against ' + timeText(row.peer_seconds) + ', ' +
        plural(row.rounds, 'round'),
  }, row.ratio[0].toFixed(2), ' ', el('span', {class: 'share'}, row.verdict));
}

function ratioTable(bench) {
  const pairs = bench.subjects.flatMap((subject) =>
      bench.peers.map((peer) => [subject, peer]));
  if (pairs.length === 0) return el('p', {}, 'No peer took part.');
  const lines = [...benchWorkloads(bench)].map(([id, rows]) => el('tr', {},
      el('th', {scope: 'row'}, id),
      pairs.map(([subject, peer]) => ratioCell(rows.find((row) =>
          row.subject === subject && row.peer === peer)))));
  return el('div', {class: 'scroll'}, el('table', {class: 'bench ratios'},
      el('thead', {}, el('tr', {}, el('th', {}, 'Workload'),
          pairs.map(([subject, peer]) => el('th', {scope: 'col'},
              subject + ' / ' + peer)))),
      el('tbody', {}, lines)));
}

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
          el('th', {scope: 'row'}, row.id,
              bench.subjects.length > 1 && ' of ' + row.subject),
          el('td', {}, el('div', {class: 'bar', role: 'img',
            'aria-label': (100 * row.roofline).toFixed(0) + ' %'},
          el('div', {style: 'width:' +
              Math.min(100, 100 * row.roofline).toFixed(1) + '%'}))),
          el('td', {}, (100 * row.roofline).toFixed(0) + ' % of ' +
              row.bound))))));
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes))
    node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Returns the points of each contender: [elements, seconds].
function linesOf(rows) {
  const lines = new Map();
  const add = (name, elements, seconds) => {
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
        name));
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
      entry.kind === 'fma' ?
      'fma ' + entry.dtype + ': ' + (entry.per_second * 1e-9).toFixed(1) +
          ' GFLOP/s' :
      entry.kind + ' over ' + number(entry.bytes / 1024) + ' KiB: ' +
          (entry.per_second * 1e-9).toFixed(1) + ' GB/s')));
}

function benchFacts(bench) {
  const pairs = [
    ...Object.entries(bench.versions),
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

function benchView(at) {
  const bench = model.benches[at];
  const withheld = bench.rows.filter((row) => row.verdict === 'withheld');
  return {
    title: benchTitle(bench),
    trail: model.runs.length > 0 ? [['Conformance', '#/']] : [],
    body: [
      benchFacts(bench),
      el('h2', {}, 'Ratios'),
      el('p', {}, 'How many times as long as the subject a peer takes, as ' +
          'the median of paired rounds: above 1 the subject is faster. ' +
          'What is a tie is decided by the A/A control of the same rounds.'),
      ratioTable(bench),
      withheld.length > 0 && [el('h2', {}, 'Withheld'),
        el('ul', {class: 'plain'}, withheld.map((row) => el('li', {},
            el('code', {}, row.id), ' of ', row.subject, ': ', row.reason)))],
      el('h2', {}, 'Share of the roofline'), rooflineBars(bench),
      el('h2', {}, 'Time per element over size'), sizeCharts(bench),
      el('h2', {}, 'Roofline of this run'), rooflineFacts(bench),
    ],
  };
}

// Returns the link from a first page to the benchmarks.
function benchLinks() {
  return model.benches.length > 0 && el('p', {class: 'bench-links'},
      model.benches.map((bench, at) => [link(benchHash(at), benchTitle(bench)),
        ' ']));
}
