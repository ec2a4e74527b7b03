import { markupText } from './escape.js';

/** A piece of safe HTML. Only {@link markup} and {@link trusted} make it, so that repository text cannot pass for HTML. */
export interface Markup {
  readonly html: string;
}

type Piece = string | number | Markup | readonly Markup[] | undefined;

/** HTML from a template; values are escaped, except those that are markup themselves. */
export function markup(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  const rest = values.map((value, index) => `${pieceOf(value)}${parts[index + 1] ?? ''}`);
  return { html: `${parts[0] ?? ''}${rest.join('')}` };
}

/** HTML of the program itself, such as a style sheet. Never pass text from a repository. */
export function trusted(html: string): Markup {
  return { html };
}

function pieceOf(value: Piece): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return markupText(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map(({ html }) => html).join('');
}

/** The first items as HTML, as many as fit. In bytes. */
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
