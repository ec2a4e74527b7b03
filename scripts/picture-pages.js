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

/** A comment of GitHub's, in its fonts and colours; `open` folds of it are open. */
export function commentPage(/** @type {string} */ markdown, /** @type {'light' | 'dark'} */ scheme) {
  const [paper, ink, line, faint, link, panel] =
    scheme === 'light'
      ? ['#ffffff', '#1f2328', '#d1d9e0', '#59636e', '#0969da', '#f6f8fa']
      : ['#0d1117', '#e6edf3', '#3d444d', '#9198a1', '#58a6ff', '#151b23'];
  const text = marked.parse(markdown, { gfm: true, async: false });
  return page(
    'Comment',
    `:root { ${FONTS} }
    body { background: ${paper}; color: ${ink}; margin: 0; padding: 16px; font: 14px/1.5 var(--sans), "Noto Color Emoji"; }
    .box { border: 1px solid ${line}; border-radius: 6px; }
    .from { background: ${panel}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; padding: 8px 16px; color: ${faint}; }
    .from b { color: ${ink}; } .from span { border: 1px solid ${line}; border-radius: 1em; padding: 0 7px; font-size: 12px; margin-left: 4px; }
    .text { padding: 4px 16px 12px; }
    h2 { font-size: 1.4em; border-bottom: 1px solid ${line}; padding-bottom: 0.3em; margin: 12px 0; } h3 { font-size: 1.1em; }
    a { color: ${link}; text-decoration: none; } a code { color: ${link}; }
    code { font-family: var(--mono); font-size: 85%; background: ${panel}; padding: 0.15em 0.35em; border-radius: 5px; }
    table { border-collapse: collapse; margin: 12px 0; display: block; width: max-content; max-width: 100%; overflow: auto; } th, td { border: 1px solid ${line}; padding: 5px 11px; text-align: left; }
    th { font-weight: 600; } details { margin: 8px 0; } blockquote { border-left: 4px solid ${line}; color: ${faint}; margin: 8px 0; padding: 0 12px; }
    sub { color: ${faint}; font-size: 12px; vertical-align: baseline; }`,
    `<div class="box"><div class="from"><b>github-actions</b> <span>bot</span> commented</div><div class="text">${text}</div></div>`,
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
