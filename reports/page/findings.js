// Draws findings: the worst ten, the three parts of what was found, and the
// page of one finding.

const TOP = 10;       // findings on the first screen
const PART_ROWS = 15;  // findings of a part, before the reader asks for all

const findingHash = (at, finding) =>
    hashOf('run', at, 'finding', finding.key);

// Returns "expected 2, got 1", or the message of a case without elements.
// Values that look alike in decimal are shown exactly.
function outcome(entry) {
  const {expected, got} = entry;
  if (!expected || !got)
    return el('span', {class: 'outcome'}, brief(entry.message ||
        verdictText(entry.verdict), 110));
  const form = expected[0] === got[0] ? 1 : 0;
  return el('span', {class: 'outcome'},
      'expected ', el('code', {}, brief(expected[form])),
      ', got ', el('code', {}, brief(got[form])));
}

// Lists cases with what was expected and what came.
const caseItems = (at, entries) => el('ul', {class: 'cases'},
    entries.map((entry) => el('li', {}, link(caseHash(at, entry), entry.id),
        ' ', outcome(entry))));

// Says which other profiles have the policy value that explains a finding.
function sharedLine(at, finding) {
  if (!finding.policy) return false;
  const others = othersWith(at, finding);
  return el('p', {class: 'shared'},
      'Explained by ', el('code', {}, finding.policy.replace('=', ' = ')), '. ',
      others.length === 0 ? 'No other built-in profile has this value.' :
      'Profile' + (others.length > 1 ? 's ' : ' ') + listed(others) +
      (others.length > 1 ? ' have' : ' has') + ' this value.');
}

function alsoLine(at, finding, most) {
  return finding.also.length > 0 && el('p', {class: 'faint'}, 'Also seen in ',
      finding.also.slice(0, most).map((clause, i) =>
          [i > 0 && ', ', link(clauseHash(at, clause), clauseId(clause))]),
      finding.also.length > most &&
          ' and ' + (finding.also.length - most) + ' more clauses', '.');
}

// Returns how far a finding reaches: its cases, ops and dtypes.
const extent = (finding) => [
  el('b', {}, plural(finding.count, 'case')), ' · ',
  plural(finding.ops.length, 'op'), ': ', shortList(finding.ops, 6), ' · ',
  plural(finding.dtypes.length, 'dtype'), ': ', shortList(finding.dtypes, 6)];

// Makes an entry of the first screen. Its cases are drawn when it is opened.
function findingItem(at, finding) {
  const {cases} = model.runs[at];
  const details = el('details', {}, el('summary', {}, extent(finding)));
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    details.append(caseItems(at, finding.cases.slice(0, 20)
        .map((place) => cases[place])));
    if (finding.count > 20)
      details.append(el('p', {class: 'more'}, 'The others are on ',
          link(findingHash(at, finding), 'the page of this finding'), '.'));
  });
  return el('li', {class: 'finding ' + KIND_CLASSES[finding.kind] + '-edge'},
      el('h3', {}, kindMark(finding.kind), ' ',
          link(findingHash(at, finding), finding.title)),
      el('p', {class: 'example'}, el('code', {}, finding.example)),
      sharedLine(at, finding), alsoLine(at, finding, 5), details);
}

// Lists the worst findings that the filter leaves.
function topFindings(at, findings) {
  const all = model.runs[at].findings.length;
  if (all === 0) return el('p', {}, 'No case failed.');
  if (findings.length === 0)
    return el('p', {class: 'faint'}, 'No finding matches.');
  return el('ol', {class: 'findings', 'aria-label': 'Top findings'},
      findings.slice(0, TOP).map((finding) => findingItem(at, finding)));
}

// Returns "3 findings: 1 crash, 2 wrong value".
function kindCounts(run) {
  const counts = model.kinds.map((name, kind) => [name,
    run.findings.filter((finding) => finding.kind === kind).length])
      .filter(([, count]) => count > 0);
  return counts.length > 0 && el('p', {},
      plural(run.findings.length, 'finding') + ': ' +
      counts.map(([name, count]) => count + ' ' + name).join(', '));
}

// Makes the lines of a part, and a button for those beyond the first few.
function partList(label, lines) {
  const list = el('ul', {class: 'part', 'aria-label': label},
      lines.slice(0, PART_ROWS));
  if (lines.length <= PART_ROWS) return list;
  const button = el('button', {type: 'button'},
      'Show all ' + lines.length);
  button.addEventListener('click', () => {
    list.append(...lines.slice(PART_ROWS));
    button.remove();
    lines[PART_ROWS].querySelector('a')?.focus();
  });
  return [list, button];
}

// Returns the other built-in profiles that have a policy value.
const othersWith = (at, entry) => entry.shared_by.filter((name) =>
    name !== model.runs[at].head.profile);
const othersText = (others) =>
    others.length > 0 ? 'also ' + listed(others) : 'no other built-in profile';

const findingLine = (at, finding) => el('li', {},
    kindMark(finding.kind), ' ', link(findingHash(at, finding), finding.title),
    ' ', el('span', {class: 'faint'}, [plural(finding.count, 'case'),
      plural(finding.ops.length, 'op'),
      finding.policy && othersText(othersWith(at, finding))].filter(Boolean)
        .join(' · ')),
    el('code', {class: 'example'}, finding.example));

// Makes the line of a policy value that the profile of the run promises.
function policyLine(at, entry) {
  return el('li', {}, el('b', {}, entry.policy.replace('=', ' = ')), ' · ',
      plural(entry.count, 'case'), ' · ', plural(entry.ops.length, 'op'), ': ',
      shortList(entry.ops, 6), ' · ', othersText(othersWith(at, entry)),
      entry.source && el('span', {class: 'faint source'}, entry.source));
}

const PARTS = [
  ['Breaks what the library documents', (profile) =>
    'These cases fail under profile ' + profile + ', and each breaks a clause ' +
    'that binds there.'],
  ['Differs where it promises nothing', () =>
    'The clauses of these cases are unspecified: they leave the answer open ' +
    'within limits, and the answer is outside of them.'],
  ['Policy axes that differ from nx', (profile) => profile === 'nx' ?
    'These cases fail under nx, and one value of a policy axis makes each ' +
    'answer right. Judge the library by a profile with that value to accept ' +
    'it.' :
    'These cases pass under profile ' + profile + ', and fail under nx, which ' +
    'has other values.'],
];

// Draws the three parts of what was found.
function findingParts(at, findings, filter, isFiltered) {
  const {head, policies} = model.runs[at];
  const matches = textMatcher(filter.text);
  return PARTS.map(([title, meaning], part) => {
    const lines = findings.filter((finding) => finding.part === part)
        .map((finding) => findingLine(at, finding));
    if (part === POLICY && filter.kind < 0)
      lines.push(...policies.filter((entry) => matches(
          [entry.policy, ...entry.ops, ...entry.shared_by].join(' ')
              .toLowerCase())).map((entry) => policyLine(at, entry)));
    if (lines.length === 0 && isFiltered) return false;
    return el('section', {class: 'found'},
        el('h2', {}, title, ' ', el('span', {class: 'faint'}, number(lines.length))),
        lines.length > 0 ? [el('p', {class: 'faint'}, meaning(head.profile)),
          partList(title, lines)] : el('p', {class: 'faint'}, 'None.'));
  });
}

// Lists the cases that match, if the reader searches for a text.
function matchingCases(at, filter, cases) {
  if (filter.text.trim() === '') return false;
  return el('section', {}, el('h2', {}, 'Cases that match ',
      el('span', {class: 'faint'}, number(cases.length))),
  cases.length === 0 ? el('p', {class: 'faint'}, 'None.') :
      caseItems(at, cases.slice(0, 50)),
  cases.length > 50 && el('p', {class: 'more'},
      plural(cases.length - 50, 'more case'), ' match.'));
}

// Draws the page of one finding with all of its cases.
function findingView(at, finding, trail) {
  const {cases} = model.runs[at];
  const apart = finding.count - finding.cases.length;
  return {
    title: finding.title, trail,
    body: [
      el('p', {}, kindMark(finding.kind)),
      el('p', {class: 'example'}, el('code', {}, finding.example)),
      el('p', {}, extent(finding)), sharedLine(at, finding),
      finding.clause !== undefined && el('section', {class: 'clause'},
          el('h3', {}, clauseHeading(at, finding.clause)),
          el('p', {class: 'text'}, clauseText(at, finding.clause)),
          clauseSource(finding.clause)),
      alsoLine(at, finding, 40),
      el('h2', {}, 'Cases'),
      caseItems(at, finding.cases.map((place) => cases[place])),
      apart > 0 && el('p', {class: 'more'}, plural(apart, 'case'),
          ' not embedded in this page; the file of records has them.'),
    ],
  };
}
