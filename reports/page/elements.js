// Makes elements, and copies text to the clipboard. All text goes in as text
// nodes: nothing that a record says is ever parsed as HTML.

// Makes an element. Attributes that are undefined or false are left out;
// "on…" ones are listeners. Children are nodes, texts, lists or nothing.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) =>
      child !== undefined && child !== null && child !== false && child !== ''));
  return node;
}

function announce(text) {
  document.getElementById('status').textContent = text;
}

// Copies a text; where the page may not, selects it for the reader to copy.
async function copyText(text, source) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (refused) {
    const field = el('textarea', {class: 'offscreen', readonly: true});
    field.value = text;
    document.body.append(field);
    field.select();
    let copied = false;
    try {
      copied = document.execCommand('copy');
    } catch (unknown) {
      copied = false;
    }
    field.remove();
    if (!copied) getSelection().selectAllChildren(source);
    return copied;
  }
}

// A block of text with a button that copies it.
function copyable(text, label) {
  const code = el('pre', {tabindex: '0', 'aria-label': label},
      el('code', {}, text));
  const button = el('button', {type: 'button', class: 'copy',
    'aria-label': 'Copy ' + label}, 'Copy');
  button.addEventListener('click', async () => {
    const copied = await copyText(text, code);
    button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
    announce(copied ? 'Copied ' + label : 'Selected ' + label);
    button.focus();
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  return el('div', {class: 'copyable'}, code, button);
}
