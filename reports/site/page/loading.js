// Loads the files of the folder data/. Each is a script that calls assayData(),
// because browsers let no page fetch a file from the disk.

const arrived = new Map();  // the contents of files by their names
const pending = new Map();  // promises of files that were asked for

function assayData(name, content) {
  arrived.set(name, content);
}

// Returns the content of a file, or undefined if the folder does not have it.
function load(name) {
  if (!pending.has(name))
    pending.set(name, new Promise((resolve) => {
      const script = el('script', {src: 'data/' +
          name.split('/').map(encodeURIComponent).join('/') + '.js'});
      script.addEventListener('load', () => resolve(arrived.get(name)));
      script.addEventListener('error', () => resolve(undefined));
      document.head.append(script);
    }));
  return pending.get(name);
}

// Names of files, as views list what they need.
const subjectFile = (subject) => 'subjects/' + subject.slug;
const historyFile = (subject) => 'history/' + subject.slug;
const allSubjectFiles = () => model.subjects.map(subjectFile);

// Returns a sentence about files that a page needs and did not get.
function missingLine(names) {
  const absent = names.filter((name) => !arrived.has(name));
  return absent.length > 0 && el('p', {class: 'gaps', role: 'alert'},
      'Missing from this folder, and therefore from this page: ' +
      listed(absent.map((name) => 'data/' + name + '.js')) + '.');
}
