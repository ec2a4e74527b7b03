import { markupText } from './escape.js';

/** A piece of HTML that is safe: made by {@link markup} alone, so that no text of a repository can pass for one. */
export interface Markup {
  readonly html: string;
}

type Piece = string | number | Markup | readonly Markup[] | undefined;

/** HTML as it is written, with the values in it escaped; only what is markup itself goes in as it is. */
export function markup(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  const rest = values.map((value, index) => `${pieceOf(value)}${parts[index + 1] ?? ''}`);
  return { html: `${parts[0] ?? ''}${rest.join('')}` };
}

/** Text that the program itself holds, such as a style sheet. Nothing of a repository may ever come here. */
export function trusted(html: string): Markup {
  return { html };
}

function pieceOf(value: Piece): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return markupText(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map(({ html }) => html).join('');
}

/** The first items as HTML, as many as have room. In bytes. */
export function roomFor<Item>(
  items: readonly Item[],
  room: number,
  render: (item: Item, index: number) => Markup,
): readonly Markup[] {
  const shown: Markup[] = [];
  let left = room;
  for (const [index, item] of items.entries()) {
    const one = render(item, index);
    left -= Buffer.byteLength(one.html);
    if (left < 0) break;
    shown.push(one);
  }
  return shown;
}
