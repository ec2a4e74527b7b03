import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit, type YAMLParseError } from 'yaml';
import type { z } from 'zod';
import type { Location } from '../model/location.js';
import { nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { configSchema, type PartialConfig } from './schema.js';
import { knownKeys, sectionOf } from './schema-keys.js';

/** The position of an option in the configuration: `['severity', 'CONTRACT-001']`. */
export type ConfigPath = readonly (string | number)[];

/** A valid configuration. */
export interface ConfigFile {
  /** Relative to the repository, or absolute if it lies elsewhere. */
  readonly name: string;
  /** Only what the file contains; no defaults. */
  readonly values: PartialConfig;
  /** The location of an option; the first line for one that is not in the file. */
  readonly locate: (path: ConfigPath) => Location;
}

/** Parses the text of a configuration. UserError, with the line: not YAML, unknown keys, wrong values. */
export function parseConfig(text: string, name: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const place = (offset: number): Location => {
    const at = lines.linePos(offset);
    return { file: name, line: Math.max(at.line, 1), column: Math.max(at.col, 1) };
  };
  const broken = document.errors[0];
  if (broken !== undefined) throw new UserError(`${name} ${brokenness(broken)}`, { location: place(broken.pos[0]) });
  const locate = (path: ConfigPath): Location => place(offsetOf(document.contents, path));
  const values = plainValue(document, name, place) ?? {};
  const checked = configSchema.safeParse(values);
  if (!checked.success) throw firstMistake(checked.error.issues, name, locate, values);
  // The schema accepted the values unchanged; its defaults apply only when layers are merged.
  return { name, values: values as PartialConfig, locate };
}

/** UserError: an alias without its anchor, or more aliases than a person writes. */
function plainValue(document: Document.Parsed, name: string, place: (offset: number) => Location): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof ReferenceError) || !error.message.startsWith('Unresolved alias'))
      throw new UserError(`${name} has too many aliases.`, { hint: 'Write the values out.' });
    const unknown = error.message.slice(error.message.lastIndexOf(': ') + 2);
    let location: Location | undefined;
    visit(document, {
      Alias: (_, alias) => {
        if (alias.source !== unknown) return undefined;
        location = place(alias.range?.[0] ?? 0);
        return visit.BREAK;
      },
    });
    throw new UserError(`${name} refers to \`*${unknown}\`, but has no anchor \`&${unknown}\` before it.`, { location });
  }
}

/** The message for a text that is no YAML, or no YAML that a configuration can be. */
function brokenness({ code, message }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'holds a second document; only one is read.';
  if (code === 'NON_STRING_KEY') return 'has a key that is no text.';
  return `is not valid YAML: ${firstSentence(message)}`;
}

/** Offset of the key (or list item) at the path, or of the innermost existing part of it. */
function offsetOf(root: Node | null, path: ConfigPath): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (pair === undefined || !isScalar(pair.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else {
      const item: unknown = typeof node === 'object' && node !== null && 'items' in node ? Object(node.items)[step] : undefined;
      if (!isScalar(item) && !isMap(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    }
  }
  return offset;
}

type Issue = z.core.$ZodIssue;

function firstMistake(issues: readonly Issue[], name: string, locate: ConfigFile['locate'], values: unknown): UserError {
  const mistakes = issues
    .map((issue) => mistakeOf(issue, name, locate, values))
    .sort((one, other) => (one.location?.line ?? 0) - (other.location?.line ?? 0));
  return mistakes[0] ?? new UserError(`${name} is not valid.`);
}

function mistakeOf(issue: Issue, name: string, locate: ConfigFile['locate'], values: unknown): UserError {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  if (issue.code === 'unrecognized_keys') return unknownKey(issue.keys[0] ?? '', path, name, locate);
  const title = path.length === 0 ? name : `\`${path.join('.')}\``;
  return new UserError(`${title} must be ${expected(issue)}, not ${describe(valueAt(values, path))}.`, {
    hint: 'docs/reference/configuration.md of Tallystick lists every option with its values.',
    location: locate(path),
  });
}

function unknownKey(key: string, path: ConfigPath, name: string, locate: ConfigFile['locate']): UserError {
  const known = knownKeys(path);
  const meant = nearest(key, known);
  const section = sectionOf(key);
  const where = path.length === 0 ? name : `\`${path.join('.')}\``;
  const hint =
    meant !== undefined
      ? `Did you mean \`${meant}\`?`
      : section !== undefined
        ? `It belongs in the section \`${section}\`.`
        : `Known here: ${known.join(', ')}.`;
  return new UserError(`\`${key}\` is not an option of ${where}.`, { hint, location: locate([...path, key]) });
}

function expected(issue: Issue): string {
  // Messages of our own checks say what is expected.
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message;
  if (issue.code === 'too_small' && issue.origin === 'string') return 'a text that is not empty';
  if (issue.code === 'invalid_value') return issue.values.map((value) => `\`${String(value)}\``).join(' or ');
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code !== 'invalid_type') return 'of another form';
  const words: Record<string, string> = {
    object: 'a section of options',
    record: 'a section of options',
    array: 'a list',
    boolean: 'true or false',
    string: 'a text',
    int: 'a whole number',
    number: 'a number',
  };
  return words[issue.expected] ?? issue.expected;
}

function valueAt(values: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    values,
  );
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a section';
  const shown = `\`${String(value).slice(0, 60)}\``;
  return typeof value === 'string' && /^(?:[\d.]+|true|false)$/.test(value) ? `the text ${shown}` : shown;
}

function firstSentence(message: string): string {
  const line = message.split('\n')[0]?.trim() ?? message;
  return line.endsWith('.') ? line : `${line}.`;
}
