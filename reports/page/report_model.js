'use strict';
// Reads what the page shows: one JSON value that stands in the page itself.

const model = JSON.parse(document.getElementById('model').textContent);
