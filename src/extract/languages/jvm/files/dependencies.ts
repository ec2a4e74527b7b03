import type { Fact } from '../../../../facts/fact.js';
import { element } from './build-files.js';

/** Name of a fact of build files: a dependency includes, or may include, Actuator. */
export const MAY_BRING = 'may bring Actuator';
/**
 * Names of facts: an artifact that the build needs, and one that it creates. A needed one is external unless another build file
 * of the repository creates it.
 */
export const NEEDS = 'needs';
export const MAKES = 'makes';

/** Gradle scripts and the version catalog, as names of configuration files. */
export const BUILD_SCRIPTS: readonly string[] = ['*.gradle', '*.kts', 'libs.versions.toml'];
const CATALOG = 'libs.versions.toml';

interface Artifact {
  readonly group: string;
  readonly name: string;
}

/** No real build file has more facts. */
const MAX_FACTS = 2000;

/**
 * Parts of a build that may bring Spring Boot's Actuator into the service: Actuator itself, external starters and plugins that
 * cannot be inspected, and parents and libraries of the same team from other repositories.
 */
export function dependencyFacts(path: string, text: string): readonly Fact[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = name.endsWith('.xml') ? ofMaven(withoutXmlComments(text)) : ofGradle(name, withoutComments(name, text), text);
  const place = { line: 1, column: 1 };
  return [...new Map(found.map((one) => [one.join(' '), one])).values()]
    .slice(0, MAX_FACTS)
    .map(([kind, value]): Fact => ({ kind: 'constant', name: kind, value: { kind: 'literal', value }, at: place }));
}

type Found = readonly [typeof MAY_BRING | typeof NEEDS | typeof MAKES, string];

/** Groups whose starters are known not to include it. */
const WITHOUT = /^org\.(?:springframework\.(?:boot|security|data)|springdoc|mybatis(?:\.spring\.boot)?)$|^com\.baomidou$/;
/** Only a few modules of Spring Cloud include it. */
const CLOUD_WITH = /config-server|eureka-server|bus|turbine|hystrix|sleuth|zipkin|task|dataflow|kubernetes/;

function judged({ group, name }: Artifact, own: string): readonly Found[] {
  if (name.includes('actuator')) return [[MAY_BRING, name]];
  if (WITHOUT.test(group)) return [];
  if (group === 'org.springframework.cloud') return CLOUD_WITH.test(name) ? [[MAY_BRING, name]] : [];
  if (isOfTeam(group, own)) return [[NEEDS, name]];
  return /starter|autoconfigure|spring-boot/.test(name) ? [[MAY_BRING, name]] : [];
}

/** Do both groups begin with the same two words, such as `com.acme`? Then the same team publishes them. */
function isOfTeam(group: string, own: string): boolean {
  const start = own.split('.').slice(0, 2).join('.');
  return start.includes('.') && `${group}.`.startsWith(`${start}.`);
}

function ofMaven(xml: string): readonly Found[] {
  const parent = partsOf(xml, 'parent')[0];
  const outside = ['parent', 'dependencyManagement', 'build', 'reporting'].reduce(without, xml);
  const project = ['dependencies', 'profiles'].reduce(without, outside);
  const own = element(project, 'groupId') ?? element(parent ?? '', 'groupId') ?? '';
  const name = element(project, 'artifactId') ?? '';
  const read = (part: string): Artifact => {
    const group = element(part, 'groupId') ?? '';
    return { group: /^\$\{(?:project\.|pom\.)?groupId\}$/.test(group) ? own : group, name: element(part, 'artifactId') ?? '' };
  };
  const dependencies = partsOf(outside, 'dependency').filter((part) => !/^(?:test|provided)$/.test(element(part, 'scope') ?? ''));
  return [
    ...(name === '' ? [] : [[MAKES, name] as const]),
    ...(parent === undefined || read(parent).group === 'org.springframework.boot' ? [] : [[NEEDS, read(parent).name] as const]),
    ...dependencies.map(read).flatMap((one) => judged(one, own)),
  ];
}

/** Configurations whose dependencies are present at run time. */
const RUNS = new Set(['implementation', 'api', 'compile', 'runtime', 'runtimeOnly', 'developmentOnly']);
/** Configurations whose dependencies are not: for tests, the compiler, the build. */
const APART = /^(?:test|ksp|kapt|compileOnly|classpath|mavenBom)|Test|Processor/;
const NO_DEPENDENCY = /\b(?:platform|enforcedPlatform|exclude)\b/;
const READABLE = /\blibs\.|\bprojects\.|\bproject ?\(|\bkotlin ?\(/;
/** Plugins from classes of the build; what they add is unknown. */
const OPAQUE = /\bgradlePlugin\b|\bapply ?</;

/** `whole`: the text with comments, so that a wrongly recognised comment does not hide an unresolved dependency. */
function ofGradle(file: string, text: string, whole: string): readonly Found[] {
  const lines = text.split('\n').map((line) => ({ line, word: /\w{1,60}/.exec(line)?.[0] ?? '', texts: textsIn(line) }));
  const all = lines.flatMap(({ texts }) => texts);
  if (file === CATALOG) return [[MAKES, CATALOG], ...artifactsIn(all).flatMap((one) => judged(one, ''))];
  const own = all.find(({ words }) => /^(?:project\.)?group$/.test(words.join(' ')))?.text ?? '';
  const used = lines.filter(({ line, word }) => !APART.test(word) && !NO_DEPENDENCY.test(line));
  const isUnread = used.some(
    ({ line, word, texts }) => RUNS.has(word) && artifactsIn(texts).length === 0 && !READABLE.test(line),
  );
  const isFromNetwork = all.some(({ words, text: from }) => /^apply from\b/.test(words.join(' ')) && /^https?:/.test(from));
  const isOpaque = whole.includes('actuator') || OPAQUE.test(whole) || isUnread || isFromNetwork;
  return [
    ...(isOpaque ? [[MAY_BRING, file] as const] : []),
    ...(/\blibs\./.test(text) ? [[NEEDS, CATALOG] as const] : []),
    // a script of the same name is a plugin
    ...(file.includes('.gradle') ? [[MAKES, file.slice(0, file.indexOf('.gradle'))] as const] : []),
    ...all.flatMap(({ words, text: id }) =>
      /^(?:id|plugin)$/.test(words.at(-1) ?? '') && isOfTeam(id, own) ? [[NEEDS, id] as const] : [],
    ),
    ...used.flatMap(({ texts }) => artifactsIn(texts)).flatMap((one) => judged(one, own)),
  ];
}

interface Quoted {
  readonly text: string;
  /** The words before it: `group` in `group = "a"`. */
  readonly words: readonly string[];
}

function textsIn(line: string): readonly Quoted[] {
  const parts = line.split(/["']/);
  return parts.flatMap((text, index): Quoted[] => {
    if (index % 2 === 0 || index + 1 >= parts.length) return [];
    return [{ text, words: (parts[index - 1] ?? '').split(/[^\w.]/).filter((word) => word !== '') }];
  });
}

/** `"group:name:version"`, `group: 'a', name: 'b'`. */
function artifactsIn(texts: readonly Quoted[]): readonly Artifact[] {
  return texts.flatMap(({ text, words }, index): Artifact[] => {
    const [group = '', name = ''] = text.split(':', 2);
    if (name !== '' && !/\W/.test(name.charAt(0)) && !text.includes('//')) return [{ group, name }];
    const next = texts[index + 1];
    return words.at(-1) === 'group' && next?.words.at(-1) === 'name' ? [{ group: text, name: next.text }] : [];
  });
}

/** Starts of Gradle comments, and strings in which such a start is no comment, as in file patterns. */
const COMMENT_OR_TEXT = /\\[^\n]|\/\*|(?<!:)\/\/[^\n]*|"""|'''|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'/g;
const CLOSES: Readonly<Record<string, string>> = { '/*': '*/', '"""': '"""', "'''": "'''" };

function withoutComments(file: string, text: string): string {
  if (file === CATALOG) return text.replace(/^[ \t]*#[^\n]*/gm, '');
  const last = new Map(Object.values(CLOSES).map((close) => [close, text.lastIndexOf(close)]));
  const next = new RegExp(COMMENT_OR_TEXT);
  let left = '';
  let done = 0;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [begin] = found;
    const close = CLOSES[begin];
    const isClosed = close !== undefined && next.lastIndex <= (last.get(close) ?? -1);
    if (isClosed) next.lastIndex = text.indexOf(close, next.lastIndex) + close.length;
    // an unclosed start is no comment
    if (!begin.startsWith('//') && !(isClosed && begin === '/*')) continue;
    left += text.slice(done, found.index);
    done = next.lastIndex;
  }
  return left + text.slice(done);
}

const withoutXmlComments = (text: string): string => cut(text, '<!--', '-->');

const without = (xml: string, name: string): string => cut(xml, `<${name}>`, `</${name}>`);

/** Removes everything between two words, and the words themselves; an unclosed part stays. */
function cut(text: string, open: string, close: string): string {
  let left = '';
  let at = 0;
  for (let from = text.indexOf(open); from >= 0; from = text.indexOf(open, at)) {
    const end = text.indexOf(close, from + open.length);
    if (end < 0) break;
    left += text.slice(at, from);
    at = end + close.length;
  }
  return left + text.slice(at);
}

function partsOf(xml: string, name: string): readonly string[] {
  return xml
    .split(`<${name}>`)
    .slice(1)
    .map((part) => part.slice(0, Math.max(0, part.indexOf(`</${name}>`))));
}
