import { posix } from 'node:path';
import type { Fact } from '../../../../facts/fact.js';
import type { ReadDocument } from '../../../extractor.js';
import { fieldsOf, parsed } from '../../../open-api.js';
import { blockWith, bracketed, type GradleBuild, gradleBuild, gradleValue, written } from './gradle-values.js';
import type { Fields } from './references.js';

/** Build files of a module. */
export const BUILD_FILES: readonly string[] = ['pom.xml', 'build.gradle', 'build.gradle.kts'];

/**
 * Names of facts: the contracts that a build generates interfaces from, and whether their base path is part of the interfaces.
 */
export const GENERATED_FROM = 'interfaces are generated from';
export const WITH_BASE = 'interfaces have the base path';
/**
 * Names of facts: the contract that a whole package is generated from, and whether the package has the base path. `*.model`: the
 * beginning stands in another build file.
 */
export const packageOf = (name: string): string => `package ${name} is generated from`;
export const packageWithBase = (name: string): string => `package ${name} has the base path`;
/** Specifier prefix of a class that is generated from a schema of the requesting contract. */
export const SCHEMA = 'schema:';
/** Suffixes that builds give to model names. */
export const SUFFIXES: readonly string[] = [
  '',
  'DTO',
  'Dto',
  'Model',
  'Representation',
  'Resource',
  'TO',
  'VO',
  'Vo',
  'Json',
  'Rest',
];
/** Name of the fact for a schema that the build maps to an existing class, with its contract. */
export const mappedFrom = (schema: string): string => `schema ${schema} is mapped`;

/** Generators of servers; all others generate clients. */
const SERVERS = /^(?:spring|kotlin-spring|kotlin-server|java-micronaut-server|jaxrs-[\w-]{1,40}|jaxrs)$/;
const MAVEN = ['openapi-generator-maven-plugin', 'swagger-codegen-maven-plugin'];
/** Maximum length of a plugin's part of a build file, and of generated contracts. */
const MAX_PART = 10_000;
const MAX_DOCUMENTS = 20;

interface Generated {
  readonly document: string;
  readonly kind: string;
  readonly withBase: boolean;
  /** The folder that it is written to. */
  readonly output?: string;
  readonly interfaces?: string;
  readonly models?: string;
  /** The schema mappings in the build file, for schemas that are not generated. */
  readonly mappings: string;
}

/**
 * The interfaces and models that a build file generates from contracts. https://openapi-generator.tech/docs/plugins A document
 * path with other variables than the project folders is unresolved.
 */
export function readBuildFile(path: string, text: string, read?: ReadDocument): readonly Fact[] {
  const settings = (written: string | undefined): Fields => {
    const plain = written === undefined ? undefined : relative(written);
    const own = plain === undefined ? undefined : read?.(posix.join(posix.dirname(path), plain.replace(/^\//, '')));
    return own === undefined ? {} : parsed(own);
  };
  const found = path.endsWith('.xml') ? [...ofMaven(text, settings), ...ofMicronaut(text)] : ofGradle(text, settings);
  const place = { line: 1, column: 1 };
  return found.slice(0, MAX_DOCUMENTS).flatMap(({ document, kind, withBase, interfaces, models, mappings }) => {
    const plain = relative(bundledFrom(found, document)) ?? copied(path, text, document, read);
    if (plain === undefined) return [];
    const isServer = SERVERS.test(kind);
    const names = [
      ...(isServer ? [GENERATED_FROM, ...(withBase ? [WITH_BASE] : [])] : []),
      ...(isServer && interfaces !== undefined
        ? [packageOf(interfaces), ...(withBase ? [packageWithBase(interfaces)] : [])]
        : []),
      ...(models === undefined ? [] : [packageOf(models)]),
      ...mappedIn(mappings).map(mappedFrom),
    ];
    return names.map((name): Fact => ({ kind: 'constant', name, value: { kind: 'literal', value: plain }, at: place }));
  });
}

/** The contract that a step before puts together, of which others generate. https://openapi-generator.tech/docs/generators/openapi-yaml */
const bundledFrom = (all: readonly Generated[], document: string): string =>
  all.find(({ kind, output }) => /^openapi(?:-yaml)?$/.test(kind) && output !== undefined && document.startsWith(`${output}/`))
    ?.document ?? document;

/** `"Item" to "com.example.Item"`, `Item: 'com.example.Item'`, `<schemaMapping>Item=com.example.Item` */
function mappedIn(mappings: string): readonly string[] {
  const all = mappings.matchAll(/["'>,]?\b(\w{1,100})["']?[ \t]{0,10}(?:to[ \t]|:|=)[ \t]{0,10}["']?\w{1,100}\./g);
  return [...all].map(([, name = '']) => name);
}

/** Reads the generator's configuration file. https://openapi-generator.tech/docs/customization */
type Settings = (written: string | undefined) => Fields;

function settingIn(settings: Fields, name: string): string | undefined {
  const found = settings[name] ?? fieldsOf(settings.additionalProperties)?.[name];
  if (typeof found === 'string') return found;
  return fieldsOf(found) === undefined ? undefined : JSON.stringify(found);
}

/** Mappings that change the JSON type of a schema: `BigDecimal=String`. */
const RETYPED =
  /\b(?:BigDecimal|BigInteger|number|integer|int|long|double|float|boolean|Integer|Long|Double|Float|Boolean)["']?[ \t]{0,10}(?:to[ \t]|:|=)[ \t]{0,10}["']?(?:java\.lang\.)?(?:String|Object)\b/;

function ofMaven(text: string, settings: Settings): readonly Generated[] {
  return MAVEN.flatMap((plugin) =>
    partsAfter(text, plugin).flatMap((part): Generated[] => {
      const end = part.indexOf('</plugin>');
      const own = end < 0 ? part : part.slice(0, end);
      const common = own.split('<execution>')[0] ?? '';
      return own.split('<execution>').flatMap((execution): Generated[] => {
        const known = (name: string): string | undefined => {
          const found = element(execution, name) ?? element(common, name);
          return found === undefined ? undefined : filled(text, found, 0);
        };
        const others = settings(known('configurationFile'));
        const stated = (name: string): string | undefined => known(name) ?? settingIn(others, name);
        const document = known('inputSpec');
        const kind = stated('generatorName') ?? stated('language') ?? '';
        if (document === undefined || (kind === '' && execution === common)) return [];
        const isNamed = !RETYPED.test(stated('typeMappings') ?? '');
        const output = stated('output');
        return [
          {
            ...{ document, kind, withBase: stated('requestMappingMode') === 'api_interface' },
            ...(output !== undefined && { output }),
            ...packages(kind, stated('apiPackage'), stated('modelPackage'), stated('packageName'), isNamed, plugin === MAVEN[0]),
            mappings: `${stated('schemaMappings') ?? ''} ${stated('importMappings') ?? ''}`,
          },
        ];
      });
    }),
  );
}

/** https://micronaut-projects.github.io/micronaut-maven-plugin/latest/examples/openapi.html */
function ofMicronaut(text: string): readonly Generated[] {
  const stated = (name: string): string | undefined => {
    const found = element(text, `micronaut.openapi.${name}`);
    return found === undefined ? undefined : filled(text, found, 0);
  };
  const document = stated('definition');
  if (document === undefined || stated('generate.server') !== 'true') return [];
  const isNamed = stated('model.name.prefix') === undefined && SUFFIXES.includes(stated('model.name.suffix') ?? '');
  const models = isNamed ? stated('model.package.name') : undefined;
  const kind = 'java-micronaut-server';
  return [{ document, kind, withBase: false, mappings: '', ...packages(kind, stated('api.package.name'), models, undefined) }];
}

/** Replaces the build's properties, except for the project folder. `known`: the values that were looked up. */
function filled(text: string, value: string, depth: number, known = new Map<string, string>()): string {
  return value.replace(/\$\{([\w.-]{1,100})\}/g, (whole, name: string) => {
    const filledBefore = known.get(name);
    if (filledBefore !== undefined || known.size >= MAX_PROPERTIES) return filledBefore ?? whole;
    const isFolder = /^(?:project\.)?(?:(?:parent\.)?basedir|groupId)$/.test(name) && name !== 'project.groupId';
    const isOwn = /^project\.(?:groupId|artifactId|name)$/.test(name);
    const found = isOwn ? ofProject(text, name.slice('project.'.length)) : isFolder ? undefined : element(text, name);
    const inner = found === undefined || depth > MAX_NESTED ? whole : isOwn ? found : filled(text, found, depth + 1, known);
    // a value that grows by nesting is no path or name
    const made = inner.length > MAX_VALUE ? whole : inner;
    known.set(name, made);
    return made;
  });
}
/** No real build uses more properties in one place, or longer ones. */
const MAX_PROPERTIES = 500;
const MAX_VALUE = 1000;

/** What a pom says of its own project, before it lists other things that have names; its name is by default its artifact. */
function ofProject(pom: string, name: string): string | undefined {
  const own = pom.slice(pom.indexOf('</parent>') + 1);
  const [start = ''] = own.split(/<(?:licenses|properties|dependencies|build)>/, 1);
  return element(start, name) ?? element(own, name === 'name' ? 'artifactId' : name);
}

const MAX_NESTED = 5;

function ofGradle(text: string, settings: Settings): readonly Generated[] {
  if (!/openapi|swagger|fabrikt/i.test(text)) return [];
  const build = gradleBuild(text);
  if (text.includes('fabrikt')) return ofFabrikt(build);
  // https://github.com/int128/gradle-swagger-generator-plugin uses other names
  const [spec, maker] = /swaggerSources|generateSwaggerCode/.test(text)
    ? ['inputFile', 'language']
    : ['inputSpec', 'generatorName'];
  return placesOf(text, spec).flatMap((index): Generated[] => {
    const block = blockWith(build, index, maker) ?? '';
    const known = (name: string, part = block): string | undefined => {
      const value = written(part, name);
      return value === undefined ? undefined : gradleValue(build, value);
    };
    const others = settings(known('configFile'));
    const stated = (name: string): string | undefined => known(name) ?? settingIn(others, name);
    const document = known(spec, text.slice(index, index + MAX_LINE));
    const kind = stated(maker) ?? '';
    if (document === undefined || block === '') return [];
    const raw = new Map([...block.matchAll(RAW_PACKAGE)].map(([, of = '', name]) => [of, name] as const));
    const packageStated = (of: string): string | undefined => stated(`${of}Package`) ?? raw.get(of);
    const mapped = (name: string): string => `${bracketed(block, name)} ${settingIn(others, name) ?? ''}`;
    const isNamed = !isChosen(text, index) && !RETYPED.test(mapped('typeMappings'));
    const mappings = ['schemaMappings', 'importMappings'].map(mapped).join(' ');
    const withBase = block.includes('api_interface') || settingIn(others, 'requestMappingMode') === 'api_interface';
    return [
      {
        ...{ document, kind, withBase, mappings },
        ...packages(kind, packageStated('api'), packageStated('model'), stated('packageName'), isNamed, spec === 'inputSpec'),
      },
    ];
  });
}

/** Kotlin models in a subpackage. https://github.com/acanda/fabrikt-gradle-plugin */
function ofFabrikt(build: GradleBuild): readonly Generated[] {
  return placesOf(build.text, 'apiFile').flatMap((index): Generated[] => {
    const stated = (part: string, name: string): string | undefined => {
      const value = written(part, name);
      return value === undefined ? undefined : gradleValue(build, value);
    };
    const document = stated(build.text.slice(index, index + MAX_LINE), 'apiFile');
    const whole = stated(blockWith(build, index, 'basePackage') ?? '', 'basePackage');
    if (document === undefined || whole === undefined) return [];
    return [{ document, kind: 'fabrikt', withBase: false, mappings: '', models: `${whole}.models` }];
  });
}
const MAX_LINE = 500;
/** `rawOptions = ['--model-package', 'com.example.model']` */
const RAW_PACKAGE = /--(api|model)-package["'],\s{0,99}["']([\w.]{1,200})["']/g;

/** Is the setting in a branch? Then a build option decides, and the models of the other contract may differ. */
function isChosen(text: string, index: number): boolean {
  const before = text.slice(Math.max(index - MAX_LINE, 0), index);
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === '}') depth += 1;
    if (before[at] !== '{' || depth-- > 0) continue;
    const head = before.slice(before.lastIndexOf('\n', at) + 1, at).trim();
    return /^(?:\}[ \t]*)?(?:else|if)\b/.test(head);
  }
  return false;
}

const DEFAULT_PACKAGES = /^(?:spring|kotlin-spring|jaxrs[\w-]{0,40})$/;

/** The packages of interfaces and models; Kotlin generators add a subpackage to the configured package. */
function packages(
  kind: string,
  api: string | undefined,
  model: string | undefined,
  whole: string | undefined,
  isNamed = true,
  isOpenApi = false,
): Pick<Generated, 'interfaces' | 'models'> {
  const ends = kind === 'kotlin-spring' ? ['api', 'model'] : ['apis', 'models'];
  const below = (end: string | undefined): string | undefined =>
    whole === undefined || !kind.startsWith('kotlin') ? undefined : `${whole}.${end}`;
  // generators replace characters that are invalid in Java names
  const plain = (name: string | undefined): string | undefined => name?.replace(/[^\w.*]/g, '_');
  // what the generators write without settings
  const ofOwn = (end: string): string | undefined =>
    isOpenApi && whole === undefined && DEFAULT_PACKAGES.test(kind) ? `org.openapitools.${end}` : undefined;
  const interfaces = plain(api ?? below(ends[0]) ?? ofOwn('api'));
  const models = plain(isNamed ? (model ?? below(ends[1]) ?? ofOwn('model')) : undefined);
  return { ...(interfaces !== undefined && { interfaces }), ...(models !== undefined && { models }) };
}

/** The source of a document that Maven copies to its output folder. https://maven.apache.org/plugins/maven-resources-plugin */
function copied(path: string, text: string, document: string, read: ReadDocument | undefined): string | undefined {
  const rest = /^(?:file:)?\$\{project\.build\.outputDirectory\}\/([^$:\\]{1,300})$/.exec(document)?.[1];
  if (rest === undefined) return undefined;
  const stated = partsAfter(text, '<resource>').flatMap((part) => element(part, 'directory') ?? []);
  return [...stated, 'src/main/resources']
    .flatMap((folder) => relative(posix.join(folder, rest)) ?? [])
    .find((one) => read?.(posix.join(posix.dirname(path), one)) !== undefined);
}

/** A resource with the properties of the build that copies it: `${project.name}`. */
export const filtered = (pom: string, text: string): string => filled(pom, text, 0);

function placesOf(text: string, word: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0 && places.length < MAX_DOCUMENTS; at = text.indexOf(word, at + word.length))
    places.push(at);
  return places;
}

/** The text after each occurrence of a word. */
function partsAfter(text: string, word: string): readonly string[] {
  return placesOf(text, word).map((at) => text.slice(at + word.length, at + word.length + MAX_PART));
}

/** The text of the first XML element with this name; undefined if none is complete. */
export function element(xml: string, name: string): string | undefined {
  const open = xml.indexOf(`<${name}>`);
  const close = open < 0 ? -1 : xml.indexOf(`</${name}>`, open);
  return close < 0 ? undefined : xml.slice(open + name.length + 2, close).trim();
}

const FOLDERS = /^(?:file:)?\$\{(?:project\.)?basedir\}\//;

const PARENT = /^(?:file:)?\$\{(?:project\.)?parent\.basedir\}\//;

/** The document path below the folder of the project or its parent; undefined for other variables and for URLs. */
function relative(document: string): string | undefined {
  const plain = document.replace(FOLDERS, '').replace(PARENT, '../');
  if (/^\/\/[^$:\\]+$/.test(plain)) return `/${posix.normalize(plain)}`;
  return /[$:\\]|^\//.test(plain) ? undefined : posix.normalize(plain);
}
