import { CORE_SCHEMA, constructFromEvents, type Event, mergeTag, parseEvents, YAMLException } from 'js-yaml';

/** A text as it was parsed, and what its parsing told. */
export interface Parsed {
  /** The text with some lines indented further: what the offsets of the events count in. */
  readonly source: string;
  readonly events: Event[];
  /** By line (from 0): how many spaces were put before it. */
  readonly added: ReadonlyMap<number, number>;
}

const TOO_FAR_LEFT = 'deficient indentation';
/** Further than any block of a document that may be nested 100 deep is usually indented. */
const SPACES = 400;
const MAX_ATTEMPTS = 50;
const MAX_WORK = 100_000_000;
const CLOSERS = /^\s*[}\]][}\],\s]*$/;

/**
 * Parses YAML. Inside `{}` and `[]` indentation means nothing, yet YAML asks that each line stands further right than the block around
 * it, which pasted JSON breaks and most parsers forgive. Such lines are moved right and the text is parsed again: first all that hold
 * nothing but closing brackets, then the one that is complained about.
 *
 * @throws YAMLException
 */
export function parseForgiving(text: string, file: string): Parsed {
  const added = new Map<number, number>();
  let source = text;
  for (let attempt = 0; ; attempt++) {
    try {
      return { source, events: parseEvents(source, { filename: file }), added };
    } catch (error) {
      const line = error instanceof YAMLException && error.reason === TOO_FAR_LEFT ? error.mark?.line : undefined;
      const isSpent = attempt >= MAX_ATTEMPTS || attempt * text.length > MAX_WORK;
      if (line === undefined || isSpent || (attempt > 0 && added.has(line))) throw error;
      if (attempt === 0) for (const closer of closers(text)) added.set(closer, SPACES);
      added.set(line, SPACES);
      source = indented(text, added);
    }
  }
}

function closers(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => (line.length < SPACES && CLOSERS.test(line) ? [index] : []));
}

function indented(text: string, added: ReadonlyMap<number, number>): string {
  return text
    .split('\n')
    .map((line, index) => ' '.repeat(added.get(index) ?? 0) + line)
    .join('\n');
}

/**
 * What the first document of a text holds; of a doubled key the last counts. A date stays a text.
 *
 * @throws YAMLException
 */
export function loadForgiving(text: string): unknown {
  const { source, events } = parseForgiving(text, '');
  return constructFromEvents(events, { source, schema: CORE_SCHEMA.withTags(mergeTag), json: true })[0];
}
