// Resolves the addresses of the site, which stand after "#/".

// Returns {title, page, trail: [[text, hash]…], needs: [file…], body()}.
function viewOf(hash) {
  const parts = hash.replace(/^#\/?/, '').split('/').map(decoded);
  const [top, ...rest] = parts;
  const routes = {
    '': () => model.sets.length > 0 && matrixView(model.sets[0].name),
    set: (name) => setNamed(name) && matrixView(name),
    ops: () => operationsView(),
    op: (op) => rowsOfOp(op).length > 0 && operationView(op),
    clause: (id) => id && clauseView(id),
    subject: (slug, set, family) => {
      const isSet = set === undefined || Boolean(setNamed(set));
      const isFamily = family === undefined ||
          (isSet && setNamed(set).families.includes(family));
      return subjectOf(slug) && isSet && isFamily &&
          subjectView(subjectOf(slug), set, family);
    },
    cell: (slug, name, dtype) => subjectOf(slug) && rowNamed(name) &&
        model.dtypes.includes(dtype) &&
        cellView(subjectOf(slug), rowNamed(name), model.dtypes.indexOf(dtype)),
    accuracy: (dtype = model.dtypes.includes('float32') ? 'float32' :
      model.dtypes[0]) => model.dtypes.includes(dtype) && accuracyView(dtype),
    compare: (a, b) => {
      const first = a === undefined ? model.subjects[0] : subjectOf(a);
      const second = b === undefined ?
          model.subjects.find((one) => one !== first) || first : subjectOf(b);
      return first && second && compareView(first, second);
    },
    bench: (at) => at === undefined ? model.benches.length === 1 ?
      benchView(0) : benchesView() :
      /^\d+$/.test(at) && model.benches[at] && benchView(Number(at)),
    about: () => aboutView(),
  };
  const route = Object.hasOwn(routes, top) && routes[top];
  return (route && route(...rest)) || lostView();
}

function lostView() {
  return {
    title: 'Nothing at this address', page: '', trail: [], needs: [],
    body: () => [el('p', {}, 'This site has no page at this address. ',
        link('#/', 'All subjects'), ', ', link('#/ops', 'all operations'))],
  };
}
