import { plain, shorten } from '../escape.js';
import type { Excerpt, Place } from '../excerpt.js';
import { type Markup, markup } from '../markup.js';
import type { ReportOptions } from '../report.js';

const LONGEST_PLACE = 300;
const TAB = '  ';

/** `file:line`, as a link if the place has a URL. */
export function placeHtml(place: Place, { link }: ReportOptions): Markup {
  const shown = markup`<span class="place">${breakable(shorten(`${place.file}:${place.line}`, LONGEST_PLACE))}</span>`;
  const address = link?.(place);
  // Another scheme could run a script.
  if (address === undefined || !address.startsWith('https://')) return shown;
  return markup`<a href="${address}" rel="noreferrer">${shown}</a>`;
}

/** A path of a file or an endpoint that breaks after a slash at the end of a line, and inside a name only if necessary. */
export function breakable(path: string): readonly Markup[] {
  const parts = path.split('/');
  return parts.map((part, index) => (index < parts.length - 1 ? markup`${part}/<wbr>` : markup`${part}`));
}

/** The lines around a place, with numbers, and the place itself marked; nothing if they are unknown. */
export function excerptHtml(place: Place, { excerpts }: ReportOptions): Markup | undefined {
  const excerpt = excerpts?.(place);
  if (excerpt === undefined) return undefined;
  const rows = withoutIndent(excerpt).map((line, index) => {
    const number = excerpt.first + index;
    const cells = markup`<span class="number">${number}</span><span class="code">${line}</span>`;
    return number === place.line ? markup`<mark class="row">${cells}</mark>` : markup`<span class="row">${cells}</span>`;
  });
  return markup`<pre class="excerpt">${rows}</pre>`;
}

/** The lines without their common indentation, and without tabs, which are not plain text. */
function withoutIndent({ lines }: Excerpt): readonly string[] {
  const spaced = lines.map((line) => plain(line.replaceAll('\t', TAB).trimEnd()));
  const depths = spaced.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths, Number.POSITIVE_INFINITY);
  return spaced.map((line) => line.slice(depth));
}
