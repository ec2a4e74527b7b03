import type { Fact } from '../../../../facts/fact.js';

/** Files that say how a module is built. */
export const BUILD_FILES: readonly string[] = ['pom.xml', 'build.gradle', 'build.gradle.kts'];
export const isBuildFile = (path: string): boolean => BUILD_FILES.includes(path.slice(path.lastIndexOf('/') + 1));

/** As facts: contracts that a build makes interfaces from, and that their base path stands on these interfaces. */
export const GENERATED_FROM = 'interfaces are generated from';
export const WITH_BASE = 'interfaces have the base path';

/** Makers of servers; all others make clients. */
const SERVERS = /^(?:spring|kotlin-spring|java-micronaut-server|jaxrs-[\w-]{1,40}|jaxrs)$/;
const MAVEN = ['openapi-generator-maven-plugin', 'swagger-codegen-maven-plugin'];
/** A plugin's part of a build file is shorter than this; nobody generates from more contracts. */
const MAX_PART = 10_000;
const MAX_DOCUMENTS = 20;

interface Generated {
  readonly document: string;
  readonly withBase: boolean;
}

/**
 * Interfaces that a build generates from a contract, as the build file says. https://openapi-generator.tech/docs/plugins
 * A path that is put together of anything but the folders of the project is not known.
 */
export function readBuildFile(path: string, text: string): readonly Fact[] {
  const found = path.endsWith('.xml') ? ofMaven(text) : ofGradle(text);
  const place = { line: 1, column: 1 };
  const constant = (name: string, value: string): Fact => ({
    ...{ kind: 'constant', name, value: { kind: 'literal', value }, at: place },
  });
  return found.slice(0, MAX_DOCUMENTS).flatMap(({ document, withBase }) => {
    const plain = relative(document);
    if (plain === undefined) return [];
    return [constant(GENERATED_FROM, plain), ...(withBase ? [constant(WITH_BASE, plain)] : [])];
  });
}

function ofMaven(text: string): readonly Generated[] {
  return MAVEN.flatMap((plugin) =>
    partsAfter(text, plugin).flatMap((part): Generated[] => {
      const end = part.indexOf('</plugin>');
      const own = end < 0 ? part : part.slice(0, end);
      const common = own.split('<execution>')[0] ?? '';
      return own.split('<execution>').flatMap((execution): Generated[] => {
        const said = (name: string): string | undefined => element(execution, name) ?? element(common, name);
        const document = element(execution, 'inputSpec');
        const kind = said('generatorName') ?? said('language') ?? '';
        if (document === undefined || !SERVERS.test(kind)) return [];
        return [{ document, withBase: said('requestMappingMode') === 'api_interface' }];
      });
    }),
  );
}

function ofGradle(text: string): readonly Generated[] {
  if (!/openapi-?\.?generat|openApiGenerate|swagger-?codegen/i.test(text)) return [];
  return partsAfter(text, 'inputSpec').flatMap((part): Generated[] => {
    const document = quoted(part);
    const around = text.slice(Math.max(0, text.indexOf(part) - MAX_PART / 4), text.indexOf(part) + MAX_PART / 4);
    const kind = partsAfter(around, 'generatorName').flatMap((one) => quoted(one) ?? []);
    if (document === undefined || !kind.some((one) => SERVERS.test(one))) return [];
    return [{ document, withBase: around.includes('api_interface') }];
  });
}

/** What follows each place where a word stands. */
function partsAfter(text: string, word: string): readonly string[] {
  const parts: string[] = [];
  for (let at = text.indexOf(word); at >= 0 && parts.length < MAX_DOCUMENTS; at = text.indexOf(word, at + word.length))
    parts.push(text.slice(at + word.length, at + word.length + MAX_PART));
  return parts;
}

function element(xml: string, name: string): string | undefined {
  const open = xml.indexOf(`<${name}>`);
  const close = open < 0 ? -1 : xml.indexOf(`</${name}>`, open);
  return close < 0 ? undefined : xml.slice(open + name.length + 2, close).trim();
}

/** The first text on the line: `.set("$rootDir/api.yaml")`, `= file("api.yaml").path`. */
function quoted(part: string): string | undefined {
  const [line = ''] = part.slice(0, 400).split('\n');
  return /["']([^"'\n]{1,300})["']/.exec(line)?.[1];
}

const FOLDERS =
  /^(?:file:)?(?:\$\{(?:project\.)?basedir\}|\$\{(?:project\.|rootProject\.)?(?:rootDir|projectDir)\}|\$(?:rootDir|projectDir))\/|^\.\//;

/** Below the folder of the project; undefined: it is made of something else, or is an address. */
function relative(document: string): string | undefined {
  const plain = document.replace(FOLDERS, '');
  return /[$:\\]|^\//.test(plain) ? undefined : plain;
}
