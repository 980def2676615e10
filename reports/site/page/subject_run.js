// Shows how a subject was run: its profile, facts of the run, composed ops, live
// controls, and badges to copy.

// Lists the values in which a profile differs from the canonical contract.
function profilePart(name) {
  const profile = profileNamed(name);
  if (!profile)
    return el('p', {class: 'faint'}, 'This folder does not describe the ' +
        'profile.');
  if (profile.values.length === 0)
    return el('p', {}, 'The canonical contract: the first value of every ' +
        'policy axis.');
  return [
    el('p', {}, 'The subject was judged by what it promises. The profile ' +
        'differs from the canonical contract nx in ' +
        plural(profile.values.length, 'policy value') +
        ', and leaves the answer of ' +
        plural(profile.open.length, 'clause') + ' open.'),
    el('ul', {class: 'values'}, profile.values.map((value) =>
        el('li', {}, el('code', {}, value.replace('=', ' = '))))),
    profile.open.length > 0 && el('details', {},
        el('summary', {}, 'Clauses that it leaves open'),
        el('p', {class: 'clause-links'}, profile.open.map((id) =>
            [link(clauseHash(id), id), ' ']))),
  ];
}

function runPart({head, name, version}) {
  const [made, caught] = head.controls || [0, 0];
  return [
    factList([['subject', head.subject], ['name', name], ['version', version],
      ['level', head.level], ['seed', head.seed], ['shapes', head.shapes],
      ['suite', model.suite], ['contract', model.spec],
      ['started', head.started_at]]),
    el('p', {}, el('b', {}, 'Live controls: '), number(caught) + ' of ' +
        number(made) + ' caught. ', el('span', {class: 'faint'},
        'A control breaks an answer on purpose and hands it to the judge. A ' +
        'run in which one is not caught counts for nothing.')),
    el('p', {}, el('b', {}, 'Composed ops: '),
        (head.composed || []).length === 0 ? 'none. ' :
            [opLinks(head.composed, 100), '. '],
        el('span', {class: 'faint'}, 'A composed op takes several calls of ' +
            'the library, so a failure can be one of the adapter.')),
  ];
}

function badgePart({subject, sets}) {
  const names = model.sets.map((set) => set.name).filter((name) => sets[name]);
  return [
    el('p', {class: 'faint'}, 'The files are in the folder badges/, also as ' +
        'JSON for badge services. Replace SITE by the address of this site.'),
    el('ul', {class: 'badges'}, names.map((name) => {
      const file = 'badges/' + subject.slug + '-' + name;
      const text = subject.name + ', op set ' + name;
      return el('li', {}, el('img', {src: file + '.svg', height: 20,
        alt: text + ': ' + scoreText(sets[name])}),
      copyable('[![' + text + '](SITE/' + file + '.svg)](SITE/' +
          subjectHash(subject) + ')', 'the badge of ' + name));
    })),
  ];
}
