/**
 * Keeping a text within a limit by shedding what matters least, and saying what is gone.
 */

/** A part of a text that can be given in several forms. */
export interface Section {
  /** What stands in its place where nothing else fits; empty where there is nothing to say. */
  readonly least: string;
  /** The fullest form of at most so many bytes; `least` where none fits. */
  readonly within: (room: number) => string;
}

/** A section that is there whole, or in the first of some shorter forms that fits. The last form is the least. */
export function truncatable(...forms: readonly [string, ...string[]]): Section {
  const least = forms.at(-1) ?? '';
  return { least, within: (room) => forms.find((form) => bytes(form) <= room) ?? least };
}

/** A section that is there whole, or named; nothing where there is nothing to say. */
export function part(text: string, name: string): Section {
  return text === '' ? fixed('') : truncatable(text, `_${name} did not fit._`);
}

/** A section that always stays whole. */
export function fixed(text: string): Section {
  return { least: text, within: () => text };
}

/** A list of which as many items stay as fit; `render` gives the text with the first so many of them. */
export function asManyAsFit(count: number, render: (shown: number) => string): Section {
  const least = render(0);
  return {
    least,
    within: (room) => {
      const whole = render(count);
      if (bytes(whole) <= room) return whole;
      let fits = 0;
      let tooMany = count;
      // By halving, since every item has its own size.
      while (tooMany - fits > 1) {
        const middle = Math.floor((fits + tooMany) / 2);
        if (bytes(render(middle)) <= room) fits = middle;
        else tooMany = middle;
      }
      return render(fits);
    },
  };
}

/**
 * The sections as one text of at most so many bytes, blank lines between them, in the order of `sections`. Room is given out in
 * the order of `keep`: what is named last there is shed first. Only the least forms of all sections together may exceed the limit.
 */
export function fitted<Name extends string>(
  sections: Readonly<Record<Name, Section>>,
  keep: readonly NoInfer<Name>[],
  largest: number,
): string {
  const names = Object.keys(sections) as Name[];
  const all = names.map((name) => [name, sections[name]] as const);
  let left = largest - all.reduce((sum, [, section]) => sum + size(section.least), 0);
  const chosen = new Map<Name, string>();
  for (const name of [...keep, ...names.filter((other) => !keep.includes(other))]) {
    const section = sections[name];
    const text = section.within(left + size(section.least) - BREAK);
    left -= size(text) - size(section.least);
    chosen.set(name, text);
  }
  const parts = names.map((name) => chosen.get(name) ?? '').filter((text) => text !== '');
  return `${parts.join('\n\n')}\n`;
}

/** Bytes of the blank line after a section. */
const BREAK = 2;

function size(text: string): number {
  return text === '' ? 0 : bytes(text) + BREAK;
}

/** Bytes of a text in UTF-8: what limits of servers are safely measured in. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
