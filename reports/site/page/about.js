// Explains what the numbers mean, which runs were left out, how to cite and to
// repeat the results, and which files the site has.

function aboutNumbers() {
  const term = (name, ...text) => el('div', {}, el('dt', {}, name),
      el('dd', {}, text));
  return el('dl', {class: 'terms'},
      term('cell', 'One op, in one variant, on one dtype. Required cells are ' +
          'those of a complete backend; where a family requires none, the ' +
          'optional ones count.'),
      term('claimed', 'The library says that it has the cell. What it does ' +
          'not have is never counted against it, and proves nothing.'),
      term('proven', 'Every case of a claimed cell passed. That is evidence ' +
          'from the cases of the run and no proof for other inputs, except ' +
          'where an error is marked as one over every input.'),
      term('profile', 'The answers that a library documents where libraries ' +
          'differ. Each is judged by its own. A verdict of one profile says ' +
          'nothing about another.'),
      term('finding', 'All failing cases with one cause. ',
          'The kinds are ' + listed(model.kinds) + '. What the contract ' +
          'leaves open and an answer still breaks is unpromised.'),
      term('clause', 'One sentence of the contract. Its letter says where it ' +
          'comes from: ', Object.entries(LETTERS).map(([letter, meaning], at) =>
            [at > 0 && '; ', el('b', {}, letter), ' ' + meaning]), '.'),
      term('ULP', 'The distance between neighbouring values of a dtype. A ' +
          'correctly rounded result is at most 0.5 ULP off.'),
      term('live control', 'An answer that is broken on purpose during the ' +
          'run. If the judge does not catch one, the run counts for nothing.'));
}

// Lists runs with what is needed to repeat them. The options are those of
// `assay check`.
function aboutRuns() {
  const shown = everySnapshot();
  return table('runs', 'Runs', ['subject', 'version', 'profile', 'level',
    'seed', 'shapes', 'started'], shown.map(({subject, head}) => el('tr', {},
      el('th', {scope: 'row'}, link(subjectHash(subject), subject.name)),
      [subject.version, subject.profile, head.level, head.seed, head.shapes,
        dayOf(subject.started_at)].map((text) => el('td', {}, text)))));
}

function aboutFiles() {
  const names = ['index', 'contract', ...model.subjects.flatMap((subject) =>
    [subjectFile(subject), ...(subject.versions > 1 ? [historyFile(subject)] :
      [])]), ...model.benches.map((_, at) => 'bench/' + at)];
  return [
    el('p', {}, 'Each file calls one function with its name and its content. ' +
        'The text between the first comma and the last bracket is JSON.'),
    el('ul', {class: 'files'}, names.map((name) => {
      const file = 'data/' + name + '.js';
      return el('li', {}, el('a', {href: file}, file));
    })),
  ];
}

function aboutView() {
  const needs = allSubjectFiles();
  const body = () => [
    missingLine(needs),
    el('p', {class: 'lead'}, 'Assay gives the same cases to a slow reference, ' +
        'which follows a written contract line by line, and to a library, and ' +
        'judges the difference. This site shows the newest run of each ' +
        'library. It orders by name: the numbers of two libraries are about ' +
        'different promises.'),
    part('numbers', 'What the numbers mean'), aboutNumbers(),
    part('left-out', 'Runs that were left out'),
    model.left_out.length === 0 ? el('p', {}, 'None.') :
        el('ul', {class: 'dashes'}, model.left_out.map((text) =>
            el('li', {}, text))),
    part('cite', 'Cite and repeat'),
    el('p', {}, 'Suite ' + model.suite + ', contract ' + model.spec +
        ', level ' + model.level + '. The same suite, level, seed and subject ' +
        'give the same cases.'),
    copyable('Assay ' + model.suite + ', contract ' + model.spec + ', level ' +
        model.level + ', runs of ' + runDays(), 'the citation'),
    el('p', {}, 'A run is repeated by ', el('code', {}, 'assay check SUBJECT ' +
        '--profile PROFILE --level LEVEL --seed SEED'), ' with the values of ' +
        'this table, and one case by ', el('code', {}, 'assay replay'), '.'),
    aboutRuns(),
    part('files', 'Files'), aboutFiles(),
  ];
  return {title: 'About', page: '#/about', trail: [], needs, body};
}

// Returns the first and the last day of the runs.
function runDays() {
  const days = model.subjects.map(({started_at}) => dayOf(started_at))
      .filter(Boolean).sort();
  const [first, last] = [days[0] || '', days[days.length - 1] || ''];
  return first === last ? first : first + ' to ' + last;
}
