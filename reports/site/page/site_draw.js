// Draws the page for the address in the URL, after the files that it needs have
// come, and draws again when the address changes.

const main = document.getElementById('main');
let current = {trail: [], hash: ''};
let turn = 0;  // counts draws, so that a late file does not replace a newer page

const PAGES = [['#/', 'Matrix'], ['#/ops', 'Operations'],
  ['#/accuracy', 'Accuracy'], ['#/compare', 'Compare'],
  ['#/bench', 'Benchmarks'], ['#/about', 'About']];

function drawFrame(view) {
  document.title = view.title + ' - Assay';
  document.getElementById('pages').replaceChildren(...PAGES
      .filter(([hash]) => hash !== '#/bench' || model.benches.length > 0)
      .map(([hash, text]) => el('a', {href: hash,
        'aria-current': hash === view.page ? 'page' : undefined}, text)));
  document.getElementById('trail').replaceChildren(
      ...view.trail.map(([text, hash]) => link(hash, text)));
}

// Returns the address one step up, or null.
const parentOf = (view) => view.trail.length > 0 ?
    view.trail[view.trail.length - 1][1] : null;

// Puts the keyboard where the reader expects it: going up, on the link or cell
// that was left; else on the heading, or the part that the address names.
function placeFocus(view, before) {
  const isBack = before.hash !== '' && before.trail.some(([, hash]) =>
      hash === (location.hash || '#/'));
  const left = isBack && [...main.querySelectorAll('a[href], td[data-hash]')]
      .find((node) => (node.dataset.hash || node.getAttribute('href')) ===
          before.hash);
  const target = left || (view.goTo && document.getElementById(view.goTo)) ||
      main.querySelector('h1');
  const isHeading = target.matches('h1');
  if (isHeading) scrollTo(0, 0);
  target.focus({preventScroll: true});
  if (!isHeading) target.scrollIntoView({block: left ? 'center' : 'start'});
}

async function draw(moved) {
  const own = ++turn;
  const view = viewOf(location.hash);
  const absent = view.needs.filter((name) => !pending.has(name));
  if (absent.length > 0) announce('Loading ' + plural(absent.length, 'file'));
  await Promise.all(view.needs.map(load));
  if (own !== turn) return;
  const before = current;
  current = {trail: view.trail, hash: location.hash};
  drawFrame(view);
  main.replaceChildren(el('h1', {tabindex: '-1'}, view.title),
      ...[view.body()].flat(6).filter((node) => node instanceof Node));
  main.dataset.address = location.hash || '#/';
  if (absent.length > 0) announce('');
  if (moved || view.goTo) placeFocus(view, before);
}

addEventListener('hashchange', () => draw(true));

addEventListener('keydown', (event) => {
  const parent = parentOf(current);
  if (event.key !== 'Escape' || parent === null) return;
  event.preventDefault();
  location.hash = parent;
});

document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();  // the address names the page, and not a place on it
  main.focus();
});

load('index').then((index) => {
  if (!index) {
    main.replaceChildren(el('h1', {}, 'No data'), el('p', {class: 'gaps',
      role: 'alert'}, 'The file data/index.js is missing or broken. The page ' +
        'needs the folder data/ that was written with it.'));
    return;
  }
  takeIndex(index);
  document.getElementById('footer').textContent = 'Drawn from ' +
      plural(model.subjects.length, 'run') + ' of suite ' + model.suite +
      ', contract ' + model.spec + ', level ' + model.level +
      '. No file is loaded from anywhere else.';
  draw(false);
});
