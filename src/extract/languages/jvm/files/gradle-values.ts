/** Definitions that refer to each other more often than this do so in a circle. */
const MAX_DEPTH = 6;
const MAX_DEFINED = 500;
/** Maximum length of the part of a build file that configures generation. */
const MAX_BLOCK = 10_000;
const MAX_LEVELS = 4;

/** The values of a Gradle build: paths below the project folder, and other texts. */
export interface GradleBuild {
  readonly text: string;
  /** The value expressions of `val` and `def`. */
  readonly defined: ReadonlyMap<string, string>;
}

const DEFINITION =
  /\b(?:(?:val|def|var|String)[ \t]|ext\.)[ \t]*(\w{1,100})(?:[ \t]*:[ \t]*\w{1,60})?[ \t]*=[ \t]*([^\n]{1,400})/g;
const EXTRA = /\bext[ \t]{0,9}\{/g;
const ASSIGNED = /^[ \t]{0,99}(\w{1,100})[ \t]{0,9}=[ \t]{0,9}([^\n]{1,400})/gm;
const GROUP = /^[ \t]{0,99}group(?:[ \t]{0,9}=[ \t]{0,9}|[ \t]{1,9})(["'][^\n]{1,400})/gm;
/** What stands for the part of a package that another build file names. */
export const ELSEWHERE = '*';

export function gradleBuild(text: string): GradleBuild {
  const defined = new Map<string, string>();
  const define = (name: string, value: string): void => {
    if (!defined.has(name) && defined.size < MAX_DEFINED) defined.set(name, value);
  };
  for (const [, name = '', value = ''] of text.matchAll(DEFINITION)) define(name, value);
  for (const { index } of text.matchAll(EXTRA)) {
    const block = text.slice(index, closing(text, text.indexOf('{', index)));
    for (const [, name = '', value = ''] of block.matchAll(ASSIGNED)) define(name, value);
  }
  const [group] = text.matchAll(GROUP);
  for (const name of ['group', 'project.group']) define(name, group?.[1] ?? `'${ELSEWHERE}'`);
  return { text, defined };
}

/** The innermost block around a position that contains a word. */
export function blockWith({ text }: GradleBuild, index: number, word: string): string | undefined {
  let depth = 0;
  let levels = 0;
  for (let at = index; at >= 0 && at > index - MAX_BLOCK && levels < MAX_LEVELS; at--) {
    const character = text.charAt(at);
    if (character === '}') depth += 1;
    if (character !== '{' || depth-- > 0) continue;
    depth = 0;
    levels += 1;
    const block = text.slice(at, closing(text, at));
    if (block.includes(word)) return block;
  }
  return undefined;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at < open + MAX_BLOCK; at++) {
    if (text.charAt(at) === '{') depth += 1;
    else if (text.charAt(at) === '}' && --depth === 0) return at;
  }
  return Math.min(text.length, open + MAX_BLOCK);
}

const SETTING = /^["']?[ \t]*(=|\.(?:set|convention)\(|\(|:(?=[ \t]*["'])|to[ \t]|[ \t])[ \t]*([^\n]{1,400})/;

/** The value expression of a property: `name = x`, `name.set(x)`, `name x`, `name: 'x'`, `"name" to x`. */
export function written(block: string, name: string): string | undefined {
  for (let at = block.indexOf(name); at >= 0; at = block.indexOf(name, at + name.length)) {
    if (/\w/.test(block.charAt(at - 1)) || /\w/.test(block.charAt(at + name.length))) continue;
    const [, how = '', value] = SETTING.exec(block.slice(at + name.length, at + name.length + 500)) ?? [];
    if (value === undefined) continue;
    const plain = value.trim().replace(/[;,]$/, '');
    return how.endsWith('(') && plain.endsWith(')') ? plain.slice(0, -1) : plain;
  }
  return undefined;
}

const FOLDER =
  /^(?:(?:project|rootProject)\.)?(?:layout\.projectDirectory|layout\.settingsDirectory|projectDir|rootDir|basedir)$/;
/** Calls that return the same path in another form. */
const SAME =
  /\.(?:(?:asFile|absolutePath|canonicalPath|absoluteFile|path)|(?:get|getAsFile|getAbsolutePath|getPath|toString)\(\))$/;
const QUOTED = /^(["'])([^"'\n]{0,300})["']$/;
const JOINS = /\.(?:file|dir|resolve)$/;
/** Values that are computed only when needed. */
const PROVIDER = /^(?:(?:project|providers)\.)?provider[ \t]*\{([^{}]*)\}$/;
const PROJECT = /^(?:rootProject\.)?project$/;
const FILES = /^(?:(?:project|rootProject)\.)?(?:file|uri)$/;

/** The value of an expression (`//a/b`: below the folder of the project `:a:b`); undefined if it is unresolved. */
export function gradleValue(build: GradleBuild, expression: string, depth = 0): string | undefined {
  const whole = expression.trim();
  const inner = (part: string): string | undefined => (depth > MAX_DEPTH ? undefined : gradleValue(build, part, depth + 1));
  const text = QUOTED.exec(whole)?.[2];
  if (text !== undefined) return whole.startsWith("'") ? text : interpolated(text, inner);
  if (FOLDER.test(whole)) return '.';
  const provided = PROVIDER.exec(whole)?.[1];
  if (provided !== undefined) return inner(provided);
  const same = SAME.exec(whole);
  if (same !== null) return inner(whole.slice(0, same.index));
  const open = whole.endsWith(')') ? whole.lastIndexOf('(') : -1;
  if (open >= 0) {
    const called = whole.slice(0, open);
    const given = inner(whole.slice(open + 1, -1));
    if (FILES.test(called)) return given;
    if (PROJECT.test(called) && given?.startsWith(':') === true) return `//${given.slice(1).replaceAll(':', '/')}`;
    const folder = JOINS.test(called) ? inner(called.replace(JOINS, '')) : undefined;
    return folder === undefined || given === undefined ? undefined : `${folder}/${given}`;
  }
  const defined = build.defined.get(whole);
  return defined === undefined ? undefined : inner(defined);
}

/** `"$projectDir/${folder}/api.yaml"` */
function interpolated(text: string, valueIn: (part: string) => string | undefined): string | undefined {
  const [first = '', ...parts] = text.split('$');
  let filled = first;
  for (const part of parts) {
    const end = part.startsWith('{') ? part.indexOf('}') + 1 : part.search(/\W|$/);
    const value = end <= 0 ? undefined : valueIn(part.startsWith('{') ? part.slice(1, end - 1) : part.slice(0, end));
    if (value === undefined) return undefined;
    filled += value + part.slice(end);
  }
  return filled;
}

/** The text in the brackets after a name. */
export function bracketed(block: string, name: string): string {
  const at = block.indexOf(name);
  const from = at < 0 ? -1 : block.slice(at).search(/[([]/);
  if (from < 0) return '';
  let depth = 0;
  for (let end = at + from; end < block.length; end++) {
    if (/[([]/.test(block.charAt(end))) depth += 1;
    else if (/[)\]]/.test(block.charAt(end)) && --depth === 0) return block.slice(at + from, end);
  }
  return '';
}
