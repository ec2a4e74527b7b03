import { plain, shorten } from './escape.js';
import type { Place } from './excerpt.js';

export const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** GitHub accepts at most this number of results per run. */
export const MOST_RESULTS = 25_000;
/** Longest text of a message or property. */
export const LONGEST_TEXT = 4_000;

/** One line of text without links: only `[text](target)` is a link in a SARIF message. */
export function unlinked(text: string): string {
  const shown = shorten(plain(text), LONGEST_TEXT);
  return shown.includes('](') ? shown.replaceAll(/[\\[\]]/g, '\\$&') : shown;
}

/** Texts as properties, without absent ones. */
export function mapTexts(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const given = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return Object.fromEntries(given.map(([name, text]) => [name, shorten(plain(text), LONGEST_TEXT)]));
}

/** A place of the repository as a physical location. */
export function physical({ file, line }: Place) {
  return { artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' }, region: { startLine: Math.max(1, line) } };
}

const HALF_CHARACTER = /\p{Cs}/gu;

/** A path as a relative reference of RFC 3986: each character that could be read as something else is encoded. */
function uriOf(file: string): string {
  return file
    .split('/')
    .map((part) => encodeURIComponent(part.replaceAll(HALF_CHARACTER, '\ufffd')))
    .join('/');
}

/** A notification of the tool itself. */
export function notice(level: 'error' | 'warning' | 'note', text: string) {
  return { level, message: { text: unlinked(text) } };
}
