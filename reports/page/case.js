// Draws the page of one case: what was expected, what the subject returned, and
// how to run the case again.

function elementTable(entry) {
  if (!entry.expected && !entry.got) return null;
  const sides = [['expected', entry.expected], ['got', entry.got]]
      .filter(([, element]) => element);
  const kinds = ['decimal', 'hex float', 'bits'];
  return el('div', {class: 'scroll'}, el('table', {class: 'elements'},
      el('thead', {}, el('tr', {}, el('td', {}),
          sides.map(([name]) => el('th', {scope: 'col'}, name)))),
      el('tbody', {}, kinds.map((kind, place) => el('tr', {},
          el('th', {scope: 'row'}, kind),
          sides.map(([, element]) => el('td', {},
              el('code', {}, element[place]))))))));
}

function caseFacts(entry) {
  const safe = /^https?:\/\//.test(entry.bug || '');
  const pairs = [
    ['at', entry.place], ['operands there', entry.operands],
    ['accepted', entry.accepted], ['distance', entry.ulp !== undefined && ulpText(entry.ulp) + ' ULP'],
    ['memory', entry.memory && entry.memory.replaceAll('_', ' ')],
    ['reason', entry.reason],
    ['tracked at', entry.bug && (safe ?
        el('a', {href: entry.bug, rel: 'noreferrer'}, entry.bug) : entry.bug)],
    ['case file', entry.file],
  ];
  return el('dl', {class: 'facts wide'}, pairs.filter(([, value]) => value)
      .map(([name, value]) => el('div', {}, el('dt', {}, name),
          el('dd', {}, value))));
}

// Returns links to the cases before and after this one in its group.
function neighbours(at, entry) {
  const {groups, cases} = model.runs[at];
  const place = cases.indexOf(entry);
  const group = groups.find((one) => one.cases.includes(place));
  if (!group || group.cases.length < 2) return null;
  const here = group.cases.indexOf(place);
  const step = (to, text) => cases[group.cases[to]] &&
      link(caseHash(at, cases[group.cases[to]]), text);
  return el('p', {class: 'neighbours'}, 'Case ' + (here + 1) + ' of ' +
      group.cases.length + ' with this message. ', step(here - 1, 'Previous'),
      ' ', step(here + 1, 'Next'));
}

// Returns a link to the finding of a case.
function findingOf(at, entry) {
  const {findings, cases} = model.runs[at];
  const place = cases.indexOf(entry);
  const finding = findings.find((one) => one.cases.includes(place));
  return finding && el('p', {}, 'Finding: ', kindMark(finding.kind), ' ',
      link(findingHash(at, finding), finding.title));
}

// Returns the program that `assay export --python` prints for the case.
function pythonText(entry) {
  const [before, after] = entry.python;
  return before.map((passage) => model.passages[passage]).join('') +
      entry.text.trimEnd() + model.passages[after];
}

// Makes a button that shows the case as a Python program.
function pythonButton(entry) {
  if (!entry.python) return false;
  const button = el('button', {type: 'button', class: 'python',
    'aria-expanded': 'false'}, 'Show as Python');
  const box = el('div', {class: 'program'}, button);
  button.addEventListener('click', () => {
    const isOpen = box.childElementCount > 1;
    if (isOpen) box.lastChild.remove();
    else box.append(el('div', {},
        el('p', {class: 'faint'}, 'This program needs NumPy and nothing else. ' +
            'Replace the body of run() by a call of what you test.'),
        copyable(pythonText(entry), 'the Python program')));
    button.textContent = isOpen ? 'Show as Python' : 'Hide the program';
    button.setAttribute('aria-expanded', String(!isOpen));
  });
  return box;
}

function caseView(at, entry, trail) {
  const [id, letter] = model.clauses[entry.clause];
  const text = clauseText(at, entry.clause);
  const result = entry.dtype.split('>')[1];
  const name = entry.op + (entry.variant ? ':' + entry.variant : '') +
      (result ? ' > ' + result : '');
  const dtype = entry.dtype.split('>')[0];
  const row = model.runs[at].rows.find((one) => one.name === name);
  const column = model.dtypes.indexOf(dtype);
  return {
    title: entry.id,
    trail: [...trail,
      row && column >= 0 && [name + ' on ' + dtype, cellHash(at, row, column)],
      [id, clauseHash(at, entry.clause)]].filter(Boolean),
    body: [
      el('p', {class: 'verdict ' + kindOf(entry.verdict)},
          mark(entry.verdict), ' ', verdictText(entry.verdict),
          entry.message && ': ' + entry.message),
      el('p', {class: 'text'}, letter && '[' + letter + '] ', id,
          text && ': ' + text),
      findingOf(at, entry),
      entry.program && [el('h2', {}, 'Program'),
        el('pre', {tabindex: '0', 'aria-label': 'Program'},
            el('code', {}, entry.program))],
      (entry.call || entry.frames) && [el('h2', {}, 'The call at hand'),
        el('pre', {tabindex: '0', 'aria-label': 'The call at hand'},
            el('code', {}, [entry.call,
              entry.address && 'address: ' + entry.address,
              entry.frames].filter(Boolean).join('\n')))],
      (entry.expected || entry.got) && el('h2', {}, 'Expected and got'),
      elementTable(entry),
      caseFacts(entry),
      entry.output && [el('h2', {}, 'Captured output'),
        el('pre', {tabindex: '0', 'aria-label': 'Captured output'},
            el('code', {}, entry.output))],
      el('h2', {}, 'Run it again'),
      copyable(entry.replay, 'the replay command'),
      pythonButton(entry),
      entry.text && el('details', {}, el('summary', {}, 'The whole case (JSON)'),
          copyable(entry.text, 'the case')),
      entry.file_bytes && el('p', {class: 'faint'}, 'The case file has ' +
          number(entry.file_bytes) + ' bytes and is not embedded.'),
      neighbours(at, entry),
    ],
  };
}
