// Makes what readers choose with: search fields, menus, and rows of buttons of
// which one is pressed.

// Makes a search field. Calls changed(text) when the reader types. The first Esc
// empties the field, the second one leaves it.
function searchField(label, text, changed) {
  const field = el('input', {type: 'search', id: 'search', value: text,
    placeholder: label, 'aria-label': label, autocomplete: 'off',
    spellcheck: 'false'});
  field.addEventListener('input', () => changed(field.value));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (field.value === '') field.blur();
    field.value = '';
    changed('');
  });
  return el('label', {class: 'field'}, field,
      el('kbd', {title: 'The key / goes to the search field'}, '/'));
}

// Makes a menu of [value, text] pairs. A menu of long names is a wide one.
function menu(label, pairs, value, changed, css = '') {
  const select = el('select', {}, pairs.map(([one, text]) =>
      el('option', {value: one, selected: one === value}, text)));
  select.addEventListener('change', () => changed(select.value));
  return el('label', {class: 'menu ' + css}, el('span', {}, label), select);
}

// Makes a row of buttons, of which the one with the chosen value is pressed.
function choiceRow(label, pairs, value, changed) {
  const buttons = pairs.map(([one, ...text]) => [one, el('button', {
    type: 'button', class: 'choice', 'aria-pressed': String(one === value),
  }, ...text)]);
  for (const [one, button] of buttons)
    button.addEventListener('click', () => {
      for (const [other, each] of buttons)
        each.setAttribute('aria-pressed', String(other === one));
      changed(one);
    });
  return el('div', {class: 'choices', role: 'group', 'aria-label': label},
      buttons.map(([, button]) => button));
}

// Makes a row of links, of which one is the page at hand.
function linkRow(label, pairs, current) {
  return el('nav', {class: 'choices', 'aria-label': label},
      pairs.map(([value, hash, text]) => el('a', {class: 'choice', href: hash,
        'aria-current': value === current ? 'page' : undefined}, text)));
}

// Makes a part of a page that is drawn again by the function that it returns.
function redrawable(draw) {
  const box = el('div', {});
  const redraw = () => box.replaceChildren(...[draw()].flat(6)
      .filter((node) => node instanceof Node));
  redraw();
  return [box, redraw];
}

// Shows the first lines of a list, and a button for the others.
function cutList(tag, attributes, lines, most) {
  const list = el(tag, attributes, lines.slice(0, most));
  if (lines.length <= most) return list;
  const button = el('button', {type: 'button', class: 'show-all'},
      'Show all ' + number(lines.length));
  button.addEventListener('click', () => {
    list.append(...lines.slice(most));
    button.remove();
    const next = lines[most].querySelector('a, button');
    if (next) next.focus();
  });
  return [list, button];
}

// Makes a table in a box that scrolls sideways. Heads are texts or nodes.
function table(css, label, heads, lines) {
  return el('div', {class: 'scroll'}, el('table',
      {class: 'listing ' + css, 'aria-label': label},
      el('thead', {}, el('tr', {}, heads.map((head) =>
          el('th', {scope: 'col'}, head)))),
      el('tbody', {}, lines)));
}

// Makes a list of names and values.
function factList(pairs, css = '') {
  return el('dl', {class: 'facts ' + css}, pairs
      .filter(([, value]) => value !== undefined && value !== '' &&
          value !== false)
      .map(([name, value]) => el('div', {}, el('dt', {}, name),
          el('dd', {}, value))));
}
