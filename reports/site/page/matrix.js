// Draws the first page: subjects by families of one op set, with how much of
// each is claimed and proven. There is no score of a whole subject and no order
// by merit, because subjects promise different things.

// Returns what a filter leaves: {subjects, families, unknown}. A word that
// matches a subject picks subjects, and any other one picks families.
function filteredMatrix(set, filter) {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const about = (subject) =>
      [subject.name, subject.version, subject.profile].join(' ').toLowerCase();
  const bySubject = words.filter((word) =>
      model.subjects.some((subject) => hasWord(about(subject), word)));
  const others = words.filter((word) => !bySubject.includes(word));
  const isFamily = (family, word) => hasWord(family.replaceAll('_', ' '), word);
  const byFamily = others.filter((word) =>
      set.families.some((family) => isFamily(family, word)));
  return {
    subjects: model.subjects.filter((subject) =>
        bySubject.every((word) => hasWord(about(subject), word)) &&
        (filter.kind < 0 || subject.findings[filter.kind] > 0) &&
        (filter.profile === '' || subject.profile === filter.profile)),
    families: set.families.filter((family) => byFamily.length === 0 ||
        byFamily.some((word) => isFamily(family, word))),
    unknown: others.filter((word) => !byFamily.includes(word)),
  };
}

// Draws the number of findings of a kind.
function kindCount(subject, kind) {
  const count = subject.findings[kind] || 0;
  const text = plural(count, 'finding') + ': ' + model.kinds[kind];
  return el('td', {class: 'count', title: text}, el('span', {
    class: count > 0 ? 'kind ' + KIND_CLASSES[kind] : 'none',
    'aria-label': text,
  }, number(count)));
}

// Draws one score. Where something is claimed and not proven, the numbers stand
// out.
function scoreCell(score, title, hash, css) {
  if (!score)
    return el('td', {class: css + ' idle', title: title + ': not in the run'},
        el('span', {'aria-label': 'not in the run'}, '·'));
  const [proven, claimed, all] = score;
  return el('td', {class: css}, el('a', {href: hash, class: 'score',
    title: title + ': ' + scoreText(score),
    'aria-label': title + ': ' + scoreText(score)},
  meter(score),
  claimed === 0 ? el('span', {class: 'nothing'}, '–') :
      el('span', {class: 'parts-of'},
          el('span', {class: proven < claimed && 'short'}, number(proven)),
          el('i', {}, '/'), number(claimed)),
  el('span', {class: 'of'}, 'of ', number(all))));
}

function subjectHead(subject) {
  return el('th', {scope: 'row'},
      link(subjectHash(subject), el('b', {}, subject.name)), ' ',
      el('span', {class: 'version'}, subject.version),
      el('span', {class: 'sub'}, 'by ' + subject.profile,
          subject.conforms && ' · conforms'));
}

function matrixTable(set, {subjects, families}) {
  const line = (subject) => el('tr', {},
      subjectHead(subject),
      model.kinds.map((_, kind) => kindCount(subject, kind)),
      scoreCell(subject.sets[set.name], subject.name + ', all of ' + set.name,
          hashOf('subject', subject.slug, set.name), 'whole-set'),
      families.map((family) => scoreCell(
          subject.families[set.name + '/' + family],
          subject.name + ', ' + family,
          hashOf('subject', subject.slug, set.name, family), 'family')));
  return el('div', {class: 'scroll map'}, el('table', {class: 'matrix',
    'aria-label': 'Subjects by families of op set ' + set.name},
  el('thead', {},
      el('tr', {class: 'groups'}, el('td', {}),
          el('th', {scope: 'colgroup', colspan: model.kinds.length},
              'findings'),
          el('th', {scope: 'colgroup', colspan: families.length + 1},
              'cells proven / claimed, of all')),
      el('tr', {}, el('th', {scope: 'col'}, 'subject'),
          model.kinds.map((kind) => el('th', {scope: 'col', class: 'count'},
              el('span', {}, kind))),
          el('th', {scope: 'col', class: 'whole-set'}, 'all of ' + set.name),
          families.map((family) =>
              el('th', {scope: 'col', class: 'family'}, family)))),
  el('tbody', {}, subjects.map(line))));
}

// Lists ops whose names begin like a word of the query.
function opJumps(text) {
  const words = text.toLowerCase().split(/\s+/).filter((word) =>
      word.length > 1);
  const ops = [...new Set(model.rows.map((row) => row.op))].filter((op) =>
      words.some((word) => hasWord(op.replaceAll('_', ' '), word) ||
          op.startsWith(word)));
  return ops.length > 0 && el('p', {class: 'jumps'},
      el('span', {class: 'faint'}, 'Operations: '),
      ops.slice(0, 12).map((op) => [link(opHash(op), op), ' ']),
      ops.length > 12 && link(hashOf('ops'), 'and ' + (ops.length - 12) +
          ' more'));
}

// Returns what is shown as a table to save.
function matrixRows(set, {subjects, families}) {
  return {
    title: 'Cells of op set ' + set.name + ' by subject and family',
    columns: ['subject', 'version', 'profile', 'family', 'proven', 'claimed',
      'cells', ...model.kinds.map((kind) => 'findings: ' + kind)],
    rows: subjects.flatMap((subject) =>
      [['', subject.sets[set.name]], ...families.map((family) =>
        [family, subject.families[set.name + '/' + family]])]
          .filter(([, score]) => score)
          .map(([family, score]) => [subject.name, subject.version,
            subject.profile, family || 'all of ' + set.name, ...score,
            ...model.kinds.map((_, kind) => family ? '' :
                subject.findings[kind] || 0)])),
  };
}

function matrixFilter(set, filter, redraw) {
  const profiles = [...new Set(model.subjects.map((one) => one.profile))]
      .sort();
  return el('div', {class: 'toolbar', role: 'search'},
      searchField('Search subjects, families and operations', filter.text,
          (text) => { filter.text = text; redraw(); }),
      menu('Findings', [['-1', 'any'], ...model.kinds.map((kind, at) =>
          [String(at), kind])], String(filter.kind), (kind) => {
        filter.kind = Number(kind);
        redraw();
      }),
      menu('Profile', [['', 'any'], ...profiles.map((one) => [one, one])],
          filter.profile, (profile) => {
            filter.profile = profile;
            redraw();
          }),
      downloads('matrix-' + set.name, () =>
          matrixRows(set, filteredMatrix(set, filter))));
}

function matrixView(name) {
  const set = setNamed(name);
  const filter = chosen('matrix', {text: '', kind: -1, profile: ''});
  const body = () => {
    const [box, redraw] = redrawable(() => {
      const left = filteredMatrix(set, filter);
      const isFiltered = filter.text.trim() !== '' || filter.kind >= 0 ||
          filter.profile !== '';
      const count = isFiltered && (left.unknown.length > 0 ?
          'No subject and no family matches “' + left.unknown.join(' ') + '”.' :
          plural(left.subjects.length, 'subject') + ' of ' +
          number(model.subjects.length) + ', ' + left.families.length +
          (left.families.length === 1 ? ' family' : ' families') + '.');
      if (count) announce(count);
      return [
        opJumps(filter.text),
        count && el('p', {class: 'faint', id: 'matches'}, count),
        left.subjects.length > 0 && left.unknown.length === 0 &&
            matrixTable(set, left),
      ];
    });
    return [
      el('p', {class: 'lead'}, plural(model.subjects.length, 'run') + ' of ' +
          'tensor libraries, judged case by case against a written contract. ' +
          'Each library is judged by what it documents itself, its profile. ',
      link('#/about', 'What the numbers mean')),
      el('div', {class: 'bar-row'},
          linkRow('Op set', model.sets.map((one) =>
              [one.name, hashOf('set', one.name), one.name]), set.name),
          el('p', {class: 'set-text'}, set.text)),
      matrixFilter(set, filter, () => redraw()),
      box, meterLegend(),
    ];
  };
  return {title: 'Conformance of tensor libraries', page: '#/', trail: [],
    needs: [], body};
}
