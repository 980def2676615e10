// Makes addresses within the page, which stand after "#/", and links to them.

const hashOf = (...parts) => '#/' + parts.map(encodeURIComponent).join('/');
const link = (hash, ...children) => el('a', {href: hash}, ...children);

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (malformed) {
    return part;
  }
}
