// Decides what matches a search, and lets the key "/" go to its field.

// Returns whether a word of the text starts like this. So "int8" does not find
// "uint8", but "half" finds "round.half".
function hasWord(text, start) {
  const isInside = (c) => /[a-z0-9]/.test(c);
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
    if (at === 0 || !isInside(text[at - 1]) || !isInside(start[0])) return true;
  return false;
}

// Returns a function that says whether a text has every word of the query.
function textMatcher(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => hasWord(text, word));
}

// "/" goes to the search field, unless the reader is typing.
addEventListener('keydown', (event) => {
  const field = document.getElementById('search');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey ||
      !field || event.target.matches('input, textarea')) return;
  event.preventDefault();
  field.focus();
  field.select();
});
