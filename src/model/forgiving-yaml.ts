import { CORE_SCHEMA, constructFromEvents, type Event, mergeTag, parseEvents, YAMLException } from 'js-yaml';

/** A parsed text and its parser events. */
export interface Parsed {
  /** The text with some lines indented further: offsets of events refer to it. */
  readonly source: string;
  readonly events: Event[];
  /** Line (from 0) -> how many spaces were inserted before it. */
  readonly added: ReadonlyMap<number, number>;
}

const TOO_FAR_LEFT = 'deficient indentation';
/** More than the usual indentation of any block in a document of up to 100 levels. */
const SPACES = 400;
const MAX_ATTEMPTS = 50;
const MAX_WORK = 100_000_000;
const CLOSERS = /^\s*[}\]][}\],\s]*$/;

/**
 * Parses YAML. Inside `{}` and `[]` indentation has no meaning, but YAML requires each line to be indented further than the block
 * around it. Pasted JSON violates that, and most parsers accept it. So such lines are indented and the text is parsed again:
 * first all lines of closing brackets only, then the line of each error.
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
 * The content of the first document of a text; of a duplicate key the last counts. A date stays a text.
 *
 * @throws YAMLException
 */
export function loadForgiving(text: string): unknown {
  const { source, events } = parseForgiving(text, '');
  return constructFromEvents(events, { source, schema: CORE_SCHEMA.withTags(mergeTag), json: true })[0];
}
