// Draws the page for the address in the URL, and draws again when it changes.

const main = document.getElementById('main');
let parentHash = null;

function draw(moved) {
  const view = viewOf(location.hash);
  const start = model.runs.length === 0 ? 'Benchmarks' :
      model.runs.length > 1 ? 'Subjects' : runTitle(model.runs[0]);
  const trail = view.trail.length > 0 && model.runs.length > 1 &&
      view.trail[0][1] !== '#/' ? [['Subjects', '#/'], ...view.trail] :
      view.trail;
  parentHash = trail.length > 0 ? trail[trail.length - 1][1] : null;
  document.title = view.title + (trail.length > 0 ? ' - ' + start : '') +
      ' - Assay report';
  document.getElementById('trail').replaceChildren(
      el('span', {class: 'brand'}, 'Assay'),
      ...trail.map(([text, hash]) => link(hash, text)));
  const heading = el('h1', {tabindex: '-1'}, view.title);
  main.replaceChildren(heading,
      ...[parentHash === null && model.runs.length > 0 && benchLinks(),
        view.body].flat(4).filter((node) => node instanceof Node));
  if (!moved) return;
  scrollTo(0, 0);
  // Back on a grid, the keyboard focus returns to the cell that was left.
  const cell = main.querySelector('td[role=gridcell][tabindex="0"]');
  const back = cell && cameBack(cell);
  (back ? cell : heading).focus({preventScroll: !back});
}

// Returns whether the address that was left is that of the cell.
let leftHash = '';
function cameBack(cell) {
  return cell.dataset.hash !== undefined && cell.dataset.hash === leftHash;
}

addEventListener('hashchange', (event) => {
  leftHash = new URL(event.oldURL).hash;
  draw(true);
});

addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || parentHash === null) return;
  event.preventDefault();
  location.hash = parentHash;
});

document.getElementById('footer').textContent =
    'Drawn from the records of ' +
    plural(model.runs.length + model.benches.length, 'run') +
    '. Passing cases are counted, not listed.';
if (model.runs.length + model.benches.length === 0)
  main.append(el('p', {}, 'There is no run in this report.'));
else
  draw(false);
