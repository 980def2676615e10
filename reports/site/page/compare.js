// Compares two subjects: cells with another verdict, findings of only one, and
// errors side by side.

const compareHash = (a, b) => hashOf('compare', a.slug, b.slug);

// Returns the cells in which two snapshots differ: {row, column, a, b}. What
// only one claims is kept apart, because it is no difference of answers.
function differingCells(a, b) {
  const [answers, claims] = [[], []];
  for (const row of model.rows) {
    const [linesA, linesB] = [a.linesOf(row), b.linesOf(row)];
    if (linesA.length === 0 && linesB.length === 0) continue;
    model.dtypes.forEach((_, column) => {
      const cell = {row, column, a: worstAt(linesA, column),
        b: worstAt(linesB, column)};
      if (cell.a === cell.b) return;
      const [hasA, hasB] = [isClaimedVerdict(cell.a), isClaimedVerdict(cell.b)];
      if (hasA && hasB) answers.push(cell);
      else if (hasA || hasB) claims.push(cell);
    });
  }
  return {answers, claims};
}

// Draws differing cells: in each the letter of both, the first subject's first.
function differenceGrid(a, b, cells, key) {
  const byRow = new Map();
  for (const cell of cells) {
    if (!byRow.has(cell.row)) byRow.set(cell.row, []);
    byRow.get(cell.row).push(cell);
  }
  const half = (verdict) => el('span', {class: 'half ' +
      (verdict === undefined ? 'idle' : kindOf(verdict))},
  verdict === undefined ? '·' : letterOf(verdict));
  const say = (verdict) => verdict === undefined ? 'no case' :
      verdictText(verdict);
  const rows = [...byRow].map(([row, own]) => ({
    name: row.name, hash: opHash(row.op), row, cells: model.dtypes.map(
        (_, column) => {
          const cell = own.find((one) => one.column === column);
          return cell ? {verdicts: [[Math.max(cell.a ?? 0, cell.b ?? 0), 1]],
            text: [half(cell.a), half(cell.b)],
            label: shortTitle(a.subject) + ' ' + say(cell.a) + ', ' +
                shortTitle(b.subject) + ' ' + say(cell.b),
            better: (cell.a ?? 99) > (cell.b ?? 99) ? b : a} : 0;
        }),
  }));
  const sections = [...new Set(rows.map(({row}) => row.family))].map((family) =>
      [family, rows.filter(({row}) => row.family === family)]);
  const worse = ({row, cells: own}, column) =>
      cellHash((own[column].better === a ? b : a).subject, row, column);
  return grid('Verdicts that differ, by op and dtype', key,
      [...new Set(cells.map(({column}) => column))].sort((x, y) => x - y),
      sections, worse);
}

// Draws the errors of both on one dtype.
function errorsBeside(a, b, column) {
  const rows = measured([a, b], column, 'both', () => true);
  return rows.length === 0 ? el('p', {class: 'faint'}, 'No error is known.') :
      table('ulps beside', 'Largest errors', ['function',
        shortTitle(a.subject), shortTitle(b.subject)], rows.map((row) =>
        el('tr', {}, el('th', {scope: 'row'}, link(opHash(row.op), row.name)),
            errorCell(a, row, column, 'both'),
            errorCell(b, row, column, 'both'))));
}

function compareRows(a, b, {answers, claims}) {
  const name = (verdict) =>
      verdict === undefined ? '' : verdictName(verdict);
  return {
    title: 'Cells in which ' + subjectTitle(a.subject) + ' and ' +
        subjectTitle(b.subject) + ' differ',
    columns: ['set', 'family', 'row', 'dtype', subjectTitle(a.subject),
      subjectTitle(b.subject), 'both claim it'],
    rows: [...answers.map((cell) => [cell, 'yes']),
      ...claims.map((cell) => [cell, 'no'])].map(([cell, both]) =>
      [cell.row.set, cell.row.family, cell.row.name,
        model.dtypes[cell.column], name(cell.a), name(cell.b), both]),
  };
}

// Draws two menus. A new choice is a new address.
function pairMenus(a, b) {
  const pairs = model.subjects.map((subject) =>
      [subject.slug, subjectTitle(subject)]);
  const go = (first, second) => {
    location.hash = hashOf('compare', first, second);
  };
  return [
    menu('Compare', pairs, a.slug, (slug) => go(slug, b.slug), 'wide'),
    menu('with', pairs, b.slug, (slug) => go(a.slug, slug), 'wide'),
    el('button', {type: 'button', onclick: () => go(b.slug, a.slug)}, 'Swap'),
  ];
}

function comparedScores(a, b) {
  const cell = (score) => score ? el('td', {}, meter(score), ' ',
      number(score[0]) + ' / ' + number(score[1]),
      el('span', {class: 'faint'}, ' of ' + number(score[2]))) :
      el('td', {class: 'idle'}, 'not in the run');
  return table('deltas', 'Scores of both', ['op set', shortTitle(a.subject),
    shortTitle(b.subject)], model.sets.filter(({name}) =>
    a.sets[name] || b.sets[name]).map(({name}) => el('tr', {},
      el('th', {scope: 'row'}, name), cell(a.sets[name]),
      cell(b.sets[name]))));
}

function compareView(first, second) {
  const needs = [subjectFile(first), subjectFile(second)];
  const page = 'compare ' + first.slug + ' ' + second.slug;
  const body = () => {
    const [a, b] = [newestOf(first), newestOf(second)];
    const menus = el('div', {class: 'toolbar'}, pairMenus(first, second),
        a && b && downloads('compare-' + first.slug + '-' + second.slug, () =>
          compareRows(a, b, differingCells(a, b))));
    if (!a || !b) return [menus, missingLine(needs)];
    if (a === b)
      return [menus, el('p', {}, 'Choose two different subjects.')];
    const cells = differingCells(a, b);
    const picked = chosen(page, {which: 'answers',
      dtype: model.dtypes.indexOf('float32')});
    const [box, redraw] = redrawable(() => cells[picked.which].length === 0 ?
        el('p', {class: 'faint'}, 'None.') :
        [el('p', {class: 'hint'}, 'Left ', el('b', {}, shortTitle(first)),
            ', right ', el('b', {}, shortTitle(second)), '. A cell leads to ' +
            'the one with the worse verdict.'),
        differenceGrid(a, b, cells[picked.which], page + picked.which),
        letterLegend(cells[picked.which].flatMap((cell) => [cell.a, cell.b]),
            {hasErrors: false})]);
    const [errors, redrawErrors] = redrawable(() =>
        errorsBeside(a, b, picked.dtype));
    return [
      menus,
      first.profile !== second.profile && el('p', {class: 'note'},
          shortTitle(first) + ' is judged by profile ' + first.profile +
          ' and ' + shortTitle(second) + ' by ' + second.profile + '. Where ' +
          'these promise different things, both can pass with different ' +
          'answers.'),
      comparedScores(a, b),
      part('verdicts', 'Verdicts that differ'),
      choiceRow('Cells', [
        ['answers', 'Both claim ', el('b', {}, number(cells.answers.length))],
        ['claims', 'Only one claims ',
          el('b', {}, number(cells.claims.length))]], picked.which, (which) => {
        picked.which = which;
        redraw();
      }), box,
      part('findings', 'Findings'),
      el('div', {class: 'columns'},
          onlyFindings('Only ' + shortTitle(first), a.findings, b.findings),
          onlyFindings('Only ' + shortTitle(second), b.findings, a.findings)),
      part('errors', 'Errors side by side'),
      el('div', {class: 'toolbar'}, menu('dtype', model.dtypes.map((one, at) =>
          [String(at), one]), String(picked.dtype), (at) => {
        picked.dtype = Number(at);
        redrawErrors();
      })), errors,
    ];
  };
  return {title: shortTitle(first) + ' and ' + shortTitle(second),
    page: '#/compare', trail: [], needs, body};
}
