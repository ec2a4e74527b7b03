import type { Requirements, Table } from '../../../contracts/requirements/requirements.js';
import { bare, type Heading } from './outline.js';

export interface NamedService {
  readonly name: string;
  readonly description: string;
}

/** No document for people names more. */
const MOST_SERVICES = 500;
const LIST_HEADING = /^(?:\d[\d.]{0,10}[ \t]+)?(?:the )?(?:micro)?services(?: overview)?$/i;
const OWN_HEADING =
  /^(?:\d[\d.]{0,10}[ \t]+)?(?:service(?:[ \t]+\d{1,4})?(?:[ \t]*:|[ \t]+[–—-])[ \t]+(\S.*)|(\S.{0,80}?)[ \t-]service)$/i;
/** Signs between a name and its description. */
const SEPARATORS = [':', '–', '—', ' - '];
const DESCRIPTIONS = ['description', 'purpose', 'responsib', 'role', 'what'];

/**
 * The services that a document names, in its order: rows of tables with a column `Service`, headings `Service: Books` and
 * `Books service`, and items below a heading `Services`.
 */
export function namedServices(outline: readonly Heading[], { tables }: Requirements): readonly NamedService[] {
  const found = new Map<string, NamedService>();
  const add = (name: string, description: string): void => {
    const known = found.get(plain(name));
    if (plain(name) === '' || (known === undefined && found.size >= MOST_SERVICES)) return;
    if (known === undefined || known.description === '')
      found.set(plain(name), { name: known?.name ?? name, description: description.trim() });
  };
  for (const heading of outline) {
    const own = serviceOfHeading(heading);
    if (own !== undefined) add(own, heading.intro);
    if (!LIST_HEADING.test(heading.title)) continue;
    for (const { text } of heading.items) {
      const [name, description] = nameAndWords(bare(text));
      if (/^[\w][\w .-]{0,60}$/.test(bare(name))) add(bare(name), description);
    }
  }
  for (const table of tables) {
    const [name, description] = [serviceColumn(table), columnOf(table, DESCRIPTIONS)];
    if (name === -1) continue;
    for (const { cells } of table.rows) add(bare(cells[name] ?? ''), description === -1 ? '' : bare(cells[description] ?? ''));
  }
  return [...found.values()];
}

function nameAndWords(text: string): readonly [string, string] {
  const cuts = SEPARATORS.map((sign) => ({ at: text.indexOf(sign), sign })).filter(({ at }) => at > 0);
  const [first] = cuts.sort((one, other) => one.at - other.at);
  return first === undefined ? [text, ''] : [text.slice(0, first.at), text.slice(first.at + first.sign.length)];
}

/** The service that a heading is about, by its own words or its place below `Services`. */
export function serviceOfHeading({ title, level, above }: Heading): string | undefined {
  const [, first, second] = OWN_HEADING.exec(title) ?? [];
  const own = first ?? second;
  if (own !== undefined && !LIST_HEADING.test(title)) return own.trim();
  return above !== undefined && LIST_HEADING.test(above.title) && above.level === level - 1 ? title : undefined;
}

/** The column that names services; -1: none. */
export function serviceColumn({ head }: Table): number {
  return head.findIndex((title) => /^(?:service|service name|provider|provider service|microservice)$/i.test(bare(title)));
}

/** The first column whose title contains one of these words; -1: none. */
export function columnOf({ head }: Table, words: readonly string[]): number {
  return head.findIndex((title) => words.some((word) => title.toLowerCase().includes(word)));
}

/** The words of a text with one space around each, for comparisons. */
export function plain(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}
