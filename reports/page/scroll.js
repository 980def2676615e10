// Shows of every box that scrolls sideways that it does: a fade at the edge
// where more is, and a sentence above the box, which is also its description
// for screen readers. A box whose content fits shows neither.

let scrollHints = 0;

// Marks the sides of a box beyond which there is more.
function markSides(box) {
  const scrolls = getComputedStyle(box).overflowX !== 'visible';
  const left = scrolls && box.scrollLeft > 1;
  const right = scrolls &&
      box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
  box.dataset.more = [left && 'left', right && 'right'].filter(Boolean)
      .join(' ');
  return left || right;
}

function watchScrolling(box) {
  const hint = el('p', {class: 'hint scroll-hint', hidden: true,
    id: 'scroll-hint-' + (scrollHints += 1)},
  '↔ This table is wider than the screen and scrolls sideways.');
  box.before(hint);
  // A grid has a cell in the tab order, and moves by its own keys.
  const named = box.hasAttribute('role');
  const reachable = box.hasAttribute('tabindex') ||
      box.querySelector('[role=grid]') !== null;
  const table = box.querySelector('table');
  const update = () => {
    const more = markSides(box);
    hint.hidden = !more;
    const set = (name, value) => more ? box.setAttribute(name, value) :
        box.removeAttribute(name);
    set('aria-describedby', hint.id);
    if (!named) {
      set('role', 'region');
      set('aria-label', (table && table.ariaLabel) || 'Table');
    }
    if (!reachable) set('tabindex', '0');
  };
  box.addEventListener('scroll', () => markSides(box), {passive: true});
  const sizes = new ResizeObserver(update);
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  update();
}

// Watches the boxes that are there after each change of the page.
new MutationObserver(() => {
  for (const box of document.querySelectorAll('main .scroll:not([data-more])'))
    watchScrolling(box);
}).observe(document.getElementById('main'), {childList: true, subtree: true});
