// Lists findings by kind, each with the call that shows it.

// Says which policy value explains a finding, and which profiles share it.
function policyLine(finding) {
  if (!finding.policy) return false;
  const others = finding.shared_by || [];
  return el('p', {class: 'shared'}, 'Explained by ',
      el('code', {}, finding.policy.replace('=', ' = ')), '. ',
      others.length === 0 ? 'No other built-in profile has this value.' :
      'Profile' + (others.length > 1 ? 's ' : ' ') + listed(others) +
      (others.length > 1 ? ' have' : ' has') + ' this value.');
}

const opLinks = (ops, most) => [
  ops.slice(0, most).map((op, at) => [at > 0 && ', ', link(opHash(op), op)]),
  ops.length > most && ' and ' + (ops.length - most) + ' more'];

function findingLine(finding) {
  const {ops = [], dtypes = []} = finding;
  return el('li', {class: 'finding ' + KIND_CLASSES[finding.kind] + '-edge'},
      el('h4', {}, finding.title),
      el('p', {class: 'example'}, el('code', {}, finding.example)),
      policyLine(finding),
      el('p', {class: 'reach'}, [
        plural(finding.count, 'case'),
        ops.length > 0 && [ops.length > 1 && plural(ops.length, 'op') + ': ',
          opLinks(ops, 6)],
        dtypes.length > 0 && shortList(dtypes, 6),
        finding.clause && clauseLink(finding.clause,
            contractClause(finding.clause)),
      ].filter(Boolean).map((piece, at) => [at > 0 && ' · ', piece])));
}

// Draws findings, the worst kind first.
function findingGroups(findings) {
  if (findings.length === 0) return el('p', {}, 'None.');
  return model.kinds.map((kind, at) => {
    const own = findings.filter((finding) => finding.kind === at);
    return own.length > 0 && el('section', {class: 'kind-group'},
        el('h3', {}, kindMark(at), ' ', el('span', {class: 'faint'},
            plural(own.length, 'finding'))),
        cutList('ul', {class: 'findings', 'aria-label': kind},
            own.map(findingLine), 6));
  });
}

// "22,450 cases: 13,471 passed, …", each with its mark.
function caseCounts([all, passed, failed, unsupported]) {
  const item = (css, letter, count, text) => el('li', {},
      el('span', {class: 'mark ' + css, 'aria-hidden': 'true'}, letter), ' ',
      el('b', {}, number(count)), ' ' + text);
  return el('ul', {class: 'counts', 'aria-label': 'Cases by verdict'},
      el('li', {}, el('b', {}, number(all)), ' cases'),
      item('pass', '✓', passed, 'passed'),
      item('fail', 'F', failed, 'failed'),
      item('unsupported', 'u', unsupported, 'unsupported'));
}
