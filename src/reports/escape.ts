import { codeOf, printable } from '../model/printable.js';

/**
 * Escapes repository text for reports. File names, paths, field names and messages may contain anything: terminal escapes,
 * right-to-left overrides, Markdown, HTML, commands for the runner that reads the log.
 */

/**
 * One line of printable text: unprintable characters are replaced by their codes (`\u001b`). It also breaks commands of a GitHub
 * runner, which are valid at the start of a line (`::`) or anywhere (`##[`).
 */
export function plain(text: string): string {
  return printable(text)
    .replace(/^( *):(?=:)/u, `$1${codeOf(':')}`)
    .replaceAll('##[', `#${codeOf('#')}[`);
}

/** At most this number of characters; `…` marks a truncated text. */
export function shorten(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, Math.max(0, longest - 1)).replace(/[\ud800-\udbff]$/u, '')}…`;
}

/** At most this number of bytes in UTF-8; `…` marks a truncated text. */
export function shortenToBytes(text: string, largest: number): string {
  if (Buffer.byteLength(text) <= largest) return text;
  const mark = '…';
  // Cut at a byte, then drop the rest of a character that was cut.
  const cut = Buffer.from(text).subarray(0, Math.max(0, largest - Buffer.byteLength(mark)));
  return `${cut.toString().replace(/\ufffd{1,3}$/u, '')}${mark}`;
}

/** Characters that have a meaning in GitHub's Markdown, or begin a tag or an entity. */
const MARKUP = /[\\`*_[\]<>|~&$]/gu;
/**
 * What GitHub turns into mentions, references and links after rendering Markdown: an entity does not prevent that, a comment
 * does.
 */
const LINKED = /@|#|:(?=\/\/)|www(?=\.)/giu;

/** Text that GitHub's Markdown shows literally, also in a table: no markup, HTML, mentions, references or links. */
export function markdownText(text: string): string {
  return plain(text).replace(MARKUP, '\\$&').replace(LINKED, '$&<!-- -->');
}

/** Text as a code span of GitHub's Markdown, also in a table. Empty text gives none. */
export function markdownCode(text: string): string {
  const shown = plain(text);
  if (shown === '') return '';
  const longest = Math.max(0, ...[...shown.matchAll(/`+/gu)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const padding = shown.startsWith('`') || shown.endsWith('`') || longest > 0 ? ' ' : '';
  // In a table a bar ends the cell even inside a code span, unless a backslash precedes it.
  return `${fence}${padding}${shown.replaceAll('|', '\\|')}${padding}${fence}`;
}

/** Text inside an element or a double-quoted attribute, for HTML and XML: both need only these escapes. */
export function markupText(text: string): string {
  return plain(text)
    .replace(NEVER_IN_XML, codeOf)
    .replace(IN_MARKUP, (character) => `&#${character.codePointAt(0)};`);
}

const IN_MARKUP = /[&<>"'`]/gu;
/** Noncharacters, which XML 1.0 forbids in any form. */
const NEVER_IN_XML = /[\ufffe\uffff]/gu;

/** The message of a log command of GitHub's runner: https://github.com/actions/toolkit, `escapeData`. */
export function commandData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property of a log command of GitHub's runner: https://github.com/actions/toolkit, `escapeProperty`. */
export function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
