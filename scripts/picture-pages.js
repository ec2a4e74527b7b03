/** The pages around the tool's real output, of which `scripts/pictures.js` takes the pictures of the README. */
import { marked } from 'marked';

const FONTS = `
  --sans: system-ui, "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "DejaVu Sans Mono", monospace;`;

/** What a terminal shows, with its colours, in a window of its own. */
export function terminalPage(/** @type {string} */ command, /** @type {string} */ output) {
  return page(
    'Terminal',
    `:root { ${FONTS} }
    body { background: #0d1117; color: #e6edf3; margin: 0; padding: 18px 22px; width: max-content; font: 13px/1.45 var(--mono); }
    pre { margin: 0; font: inherit; } .prompt { color: #9198a1; }
    .c32 { color: #4ac26b; } .c31 { color: #ff7b72; } .c33 { color: #e3b341; } .c1 { font-weight: 700; } .c2 { color: #9198a1; }`,
    `<pre><span class="prompt">$</span> ${escaped(command)}\n${colored(output)}</pre>`,
  );
}

/** A comment of GitHub's. */
export function commentPage(/** @type {string} */ markdown, /** @type {Scheme} */ scheme) {
  const from = '<div class="from"><b>github-actions</b> <span>bot</span> commented</div>';
  return githubPage('Comment', scheme, `<div class="box">${from}<div class="text">${rendered(markdown)}</div></div>`);
}

/** The page of a check run of GitHub's: title, summary, text, annotations. */
export function checkPage(
  /** @type {{ title: string, summary: string, text: string }} */ { title, summary, text },
  /** @type {readonly { path: string, start_line: number, title: string, message: string }[]} */ annotations,
  /** @type {Scheme} */ scheme,
) {
  const boxes = annotations.map(
    (one) =>
      `<div class="box note"><b>Check failure</b> on line ${one.start_line} in ${escaped(one.path)}<br><b>${escaped(one.title)}</b><pre>${escaped(one.message)}</pre></div>`,
  );
  const body = `<h1>${escaped(title)}</h1>${rendered(summary)}<h3>DETAILS</h3>${rendered(text)}<h3>ANNOTATIONS</h3>${boxes.join('')}`;
  return githubPage('Check', scheme, `<div class="text">${body}</div>`);
}

/** A job summary of GitHub's. */
export function summaryPage(/** @type {string} */ markdown, /** @type {Scheme} */ scheme) {
  return githubPage('Summary', scheme, `<div class="box"><div class="text">${rendered(markdown)}</div></div>`);
}

/** @typedef {'light' | 'dark'} Scheme */

function rendered(/** @type {string} */ markdown) {
  return marked.parse(markdown, { gfm: true, async: false });
}

/** A page in GitHub's fonts and colours. */
function githubPage(/** @type {string} */ title, /** @type {Scheme} */ scheme, /** @type {string} */ body) {
  const [paper, ink, line, faint, link, panel] =
    scheme === 'light'
      ? ['#ffffff', '#1f2328', '#d1d9e0', '#59636e', '#0969da', '#f6f8fa']
      : ['#0d1117', '#e6edf3', '#3d444d', '#9198a1', '#58a6ff', '#151b23'];
  return page(
    title,
    `:root { ${FONTS} }
    body { background: ${paper}; color: ${ink}; margin: 0; padding: 16px; font: 14px/1.5 var(--sans), "Noto Color Emoji"; }
    .box { border: 1px solid ${line}; border-radius: 6px; }
    .from { background: ${panel}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; padding: 8px 16px; color: ${faint}; }
    .from b { color: ${ink}; } .from span { border: 1px solid ${line}; border-radius: 1em; padding: 0 7px; font-size: 12px; margin-left: 4px; }
    .text { padding: 4px 16px 12px; } .note { padding: 8px 12px; margin: 8px 0; border-left: 4px solid #cf222e; } pre { white-space: pre-wrap; margin: 4px 0; font-family: var(--mono); font-size: 85%; }
    h1 { font-size: 1.5em; } h2 { font-size: 1.4em; border-bottom: 1px solid ${line}; padding-bottom: 0.3em; margin: 12px 0; } h3 { font-size: 1.1em; }
    a { color: ${link}; text-decoration: none; } a code { color: ${link}; } ul { padding-left: 2em; } li { margin: 0.25em 0; } li > p { margin: 0.4em 0; }
    code { font-family: var(--mono); font-size: 85%; background: ${panel}; padding: 0.15em 0.35em; border-radius: 5px; }
    table { border-collapse: collapse; margin: 12px 0; display: block; width: max-content; max-width: 100%; overflow: auto; } th, td { border: 1px solid ${line}; padding: 5px 11px; text-align: left; }
    th { font-weight: 600; } details { margin: 8px 0; } blockquote { border-left: 4px solid ${line}; color: ${faint}; margin: 8px 0; padding: 0 12px; }
    sub { color: ${faint}; font-size: 12px; vertical-align: baseline; }`,
    body,
  );
}

function page(/** @type {string} */ title, /** @type {string} */ style, /** @type {string} */ body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${body}</body></html>`;
}

function escaped(/** @type {string} */ text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The colours that the terminal report uses, as spans: each is switched off before another one ends. */
function colored(/** @type {string} */ text) {
  let open = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals begin with one.
  const html = escaped(text).replace(/\u001b\[(\d+)m/g, (_, /** @type {string} */ code) => {
    const off = code === '39' || code === '22';
    open += off ? -1 : 1;
    return off ? '</span>' : `<span class="c${code}">`;
  });
  if (open !== 0) throw new Error('A colour of the output was not switched off.');
  return html;
}
