/** Truncates a text to a limit: the least important parts go first, and the text names them. */

/** A part of a text that has several forms. */
export interface Section {
  /** The shortest form, if nothing else fits; may be empty. */
  readonly least: string;
  /** The longest form of at most this number of bytes; `least` if none fits. */
  readonly within: (room: number) => string;
}

/** A section that is shown completely, or in the first shorter form that fits. The last form is the shortest. */
export function truncatable(...forms: readonly [string, ...string[]]): Section {
  const least = forms.at(-1) ?? '';
  return { least, within: (room) => forms.find((form) => bytes(form) <= room) ?? least };
}

/** A section that is shown completely, or only named; empty for an empty text. */
export function part(text: string, name: string): Section {
  return text === '' ? fixed('') : truncatable(text, `_${name} did not fit._`);
}

/** A section that is never truncated. */
export function fixed(text: string): Section {
  return { least: text, within: () => text };
}

/** A list of which as many items are shown as fit; `render` gives the text with the first items. */
export function asManyAsFit(count: number, render: (shown: number) => string): Section {
  const least = render(0);
  return {
    least,
    within: (room) => {
      const whole = render(count);
      if (bytes(whole) <= room) return whole;
      let fits = 0;
      let tooMany = count;
      // Binary search, because each item has its own size.
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
 * The sections as one text of at most this number of bytes, separated by blank lines, in the order of `sections`. Space is
 * assigned in the order of `keep`: the last one is truncated first. Only the shortest forms of all sections together may exceed
 * the limit.
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

/** Bytes of a text in UTF-8: a safe measure for limits of servers. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
