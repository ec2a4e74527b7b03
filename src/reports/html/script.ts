/**
 * What the HTML report does beyond reading and filtering: search, open and close all findings, open the finding that a link leads
 * to, open all for printing. Plain JavaScript for current browsers; it writes no markup.
 */
export const HTML_SCRIPT = `
'use strict';
const all = (selector) => [...document.querySelectorAll(selector)];
const find = (id) => document.getElementById(id);
const findings = all('.finding');
const items = all('tbody tr, .finding').map((element) => ({ element, text: '' }));
const search = find('search');
const shown = find('shown');

function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  for (const item of items) {
    if (item.text === '' && words.length > 0) item.text = item.element.textContent.toLowerCase();
    item.element.hidden = !words.every((word) => item.text.includes(word));
  }
  count();
}

function count() {
  const visible = items.filter((item) => item.element.checkVisibility()).length;
  shown.textContent = visible === items.length ? '' : visible + ' of ' + items.length + ' shown';
}

function openAll(open) {
  for (const finding of findings) finding.open = open;
}

function follow() {
  const target = find(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.matches('.finding')) target.open = true;
  target.scrollIntoView();
}

let waiting = 0;
search.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(filter, 100);
});
document.querySelector('.filters').addEventListener('change', count);
document.querySelector('.filters').addEventListener('submit', (event) => event.preventDefault());
find('open').addEventListener('click', () => openAll(true));
find('close').addEventListener('click', () => openAll(false));
addEventListener('hashchange', follow);
addEventListener('beforeprint', () => openAll(true));
document.querySelector('.search').hidden = false;
if (search.value !== '') filter();
else count();
follow();
`;
