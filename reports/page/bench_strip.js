// Plots ratios by family: one dot per workload, on a logarithmic axis with a
// line at 1. Arrow keys move between dots; a click or Enter shows the row.

function svg(tag, attributes, ...children) {
  const node =
      document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes))
    node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Returns ratios with short names between two ratios, at most about a dozen.
function ratioTicks(low, high) {
  const octaves = Math.log2(high / low);
  if (octaves <= 2)
    return [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 2, 2.5, 3]
        .filter((tick) => tick >= low && tick <= high);
  const base = octaves <= 6 ? 2 : octaves <= 14 ? 4 : 10;
  const exponent = (ratio) => Math.log(ratio) / Math.log(base);
  const ticks = [];
  for (let power = Math.ceil(exponent(low) - 1e-9);
    power <= exponent(high) + 1e-9; ++power)
    ticks.push(base ** power);
  return ticks;
}

const tickText = (tick) => String(Number(tick.toPrecision(tick < 0.1 ? 2 : 3)));

// Places dots at shares of the width, so that close ones stand above each
// other: returns the level of each. `xs` ascend.
function dotLevels(xs) {
  const kApart = 1.25;  // in percent of the width: a dot and a gap
  const ends = [];
  return xs.map((x) => {
    let level = ends.findIndex((end) => x - end >= kApart);
    if (level < 0) level = ends.length;
    ends[level] = x;
    return level;
  });
}

// Makes one tab stop of the dots. Left and right go to the next dot of a
// family, up and down to the nearest one of the next family.
function walkDots(plot, lanes, goTo) {
  let [lane, at] = [0, 0];
  const dotAt = () => lanes[lane][at].dot;
  dotAt().setAttribute('tabindex', '0');
  const move = (toLane, to) => {
    dotAt().setAttribute('tabindex', '-1');
    [lane, at] = [toLane, to];
    dotAt().setAttribute('tabindex', '0');
    dotAt().focus();
  };
  const aside = (step) => {
    const next = Math.min(Math.max(lane + step, 0), lanes.length - 1);
    const distances = lanes[next].map(({x}) =>
        Math.abs(x - lanes[lane][at].x));
    move(next, next === lane ? at :
        distances.indexOf(Math.min(...distances)));
  };
  const along = (to) =>
      move(lane, Math.min(Math.max(to, 0), lanes[lane].length - 1));
  const steps = {
    ArrowLeft: () => along(at - 1), ArrowRight: () => along(at + 1),
    ArrowUp: () => aside(-1), ArrowDown: () => aside(1),
    Home: () => along(0), End: () => along(Infinity),
    Enter: () => goTo(lanes[lane][at].row),
    ' ': () => goTo(lanes[lane][at].row),
  };
  plot.addEventListener('keydown', (event) => {
    if (!steps[event.key] || event.altKey || event.metaKey) return;
    event.preventDefault();
    steps[event.key]();
  });
  plot.addEventListener('click', ({target}) => {
    lanes.forEach((dots, i) => dots.forEach(({dot, row}, j) => {
      if (!dot.contains(target)) return;
      dotAt().setAttribute('tabindex', '-1');
      [lane, at] = [i, j];
      dot.setAttribute('tabindex', '0');
      goTo(row);
    }));
  });
}

function dotOf(row, x, y) {
  const standing = standingOf(row.ratio);
  const label = row.id + ': ' + intervalText(row.ratio) +
      (standing ? ', ' + STANDINGS[standing][1] : '');
  return svg('circle', {class: 'dot ' + (standing || ''), cx: x + '%', cy: y,
    r: 4, role: 'button', tabindex: '-1', 'aria-label': label},
  svg('title', {}, label));
}

// Returns [family, rows] by name; rows keep their order, slowest first.
function familiesOf(rows) {
  const families = new Map();
  for (const row of rows) {
    if (!families.has(row.family)) families.set(row.family, []);
    families.get(row.family).push(row);
  }
  return [...families].sort(([a], [b]) => a < b ? -1 : 1);
}

// Says the same as the plot, for readers who do not see it.
function stripTable(families) {
  return el('details', {}, el('summary', {}, 'The plot as a table'),
      el('div', {class: 'scroll'}, el('table', {class: 'bench families'},
          el('thead', {}, el('tr', {},
              ['Family', 'Workloads', 'Slowest', 'Mean', 'Fastest'].map((name) =>
                  el('th', {scope: 'col'}, name)))),
          el('tbody', {}, families.map(([family, rows]) => {
            const ratios = rows.map((row) => row.ratio[0]);
            return el('tr', {}, el('th', {scope: 'row'}, family),
                [number(rows.length), ratioText(ratios[0]),
                  ratioText(geometricMean(ratios)),
                  ratioText(ratios[ratios.length - 1])].map((value) =>
                    el('td', {class: 'number'}, value)));
          })))));
}

// Draws the plot of one contest. All x are percentages of the width, so that
// text and dots have one size on every screen.
function stripPlot({title, rows}, goTo) {
  const kTop = 34, kName = 20, kLevel = 9;
  const families = familiesOf(rows);
  const low = Math.min(1, rows[0].ratio[0]) / 1.2;
  const high = Math.max(1, rows[rows.length - 1].ratio[0]) * 1.2;
  const xOf = (ratio) =>
      4 + 92 * Math.log(ratio / low) / Math.log(high / low);
  const percent = (ratio) => xOf(ratio) + '%';
  const [bands, names] = [[], []];
  let y = kTop;
  const lanes = families.map(([family, members]) => {
    const xs = members.map((row) => xOf(row.ratio[0]));
    const levels = dotLevels(xs);
    const bottom = y + kName + kLevel * (Math.max(...levels) + 1);
    bands.push(svg('rect', {x: 0, y, width: '100%', height: bottom + 4 - y,
      class: 'band'}));
    names.push(svg('text', {x: 6, y: y + 14, class: 'lane'},
        family + ' (' + members.length + ')'));
    const lane = members.map((row, i) => ({row, x: xs[i],
      dot: dotOf(row, xs[i], bottom - kLevel * (levels[i] + 0.5))}));
    y = bottom + 8;
    return lane;
  });
  const grid = ratioTicks(low, high).flatMap((tick) => [
    svg('line', {x1: percent(tick), x2: percent(tick), y1: kTop - 4, y2: y,
      class: tick === 1 ? 'even-line' : 'grid-line'}),
    svg('text', {x: percent(tick), y: kTop - 10, 'text-anchor': 'middle'},
        tickText(tick)),
  ]);
  const plot = svg('svg', {class: 'strip-plot', width: '100%', height: y,
    role: 'group', 'aria-label': 'Ratios of ' + title + ' by family: ' +
        plural(rows.length, 'dot') + ' from ' +
        ratioText(rows[0].ratio[0]) + ' to ' +
        ratioText(rows[rows.length - 1].ratio[0]) +
        '. The table after the plot says the same.'},
  // Only where there is room for the word.
  ...(xOf(1) < 25 ? [] : [svg('text', {x: percent(1), y: 11, dx: -10,
    'text-anchor': 'end', class: 'side'}, '← slower')]),
  ...(xOf(1) > 75 ? [] : [svg('text', {x: percent(1), y: 11, dx: 10,
    class: 'side'}, 'faster →')]),
  ...bands, ...grid, ...names, ...lanes.flat().map(({dot}) => dot));
  walkDots(plot, lanes, goTo);
  return el('figure', {class: 'strips'}, el('figcaption', {}, title), plot,
      stripTable(families));
}
