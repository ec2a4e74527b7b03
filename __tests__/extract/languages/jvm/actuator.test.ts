import { collect } from '../../../../src/extract/collect.js';
import { jvm } from '../../../../src/extract/languages/jvm/index.js';
import { link } from '../../../../src/facts/link.js';
import { folderOf, removeFolders } from '../../../temporary-folder.js';

afterEach(removeFolders);

type Files = Readonly<Record<string, string>>;

/** What a service with these build files leaves open because of Actuator, without what springdoc and Spring Boot leave open. */
async function hidden(files: Files, at?: string): Promise<readonly unknown[]> {
  return (await allHidden(files, at)).filter((hides) => !/api-docs|\/error/.test(JSON.stringify(hides ?? '')));
}

async function allHidden(files: Files, at = 'src/main/java/shop/Application.java'): Promise<readonly unknown[]> {
  const application = 'package shop;\n\n@SpringBootApplication\npublic class Application {}\n';
  const folder = folderOf({ ...files, [at]: application });
  const { gaps } = link(await collect({ repository: folder, dir: folder, languages: [jvm] }));
  return gaps.map(({ hides }) => hides);
}

const open = [{ prefix: '/actuator', ofLibrary: true }];

const starter = (name: string, more = ''): string =>
  `<dependency><groupId>org.springframework.boot</groupId><artifactId>${name}</artifactId>${more}</dependency>`;
const web = starter('spring-boot-starter-web');
const pom = (parent: string, dependencies: string): string =>
  `<project><parent>${parent}</parent><artifactId>shop</artifactId><dependencies>${dependencies}</dependencies></project>`;
const boot = '<groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId>';
const own = '<groupId>com.acme.shop</groupId><artifactId>platform</artifactId>';
const library = '<dependency><groupId>com.acme.shop</groupId><artifactId>kit</artifactId></dependency>';
const kit = '<project><groupId>com.acme.shop</groupId><artifactId>kit</artifactId></project>';

const plugins = "plugins { id 'org.springframework.boot' version '3.3.0' }\ngroup = 'com.acme'\n";
const gradle = (...lines: readonly string[]): string => `${plugins}dependencies {\n${lines.join('\n')}\n}\n`;
const GRADLE_WEB = "  implementation 'org.springframework.boot:spring-boot-starter-web'";
const catalog = (...lines: readonly string[]): string => `[libraries]\n${lines.join('\n')}\n`;

describe('Actuator leaves nothing open', () => {
  test.each<[string, Files]>([
    ['where pom.xml does not name it', { 'pom.xml': pom(boot, web) }],
    ['in a comment of pom.xml', { 'pom.xml': pom(boot, `${web}<!-- ${starter('spring-boot-starter-actuator')} -->`) }],
    ['of tests', { 'pom.xml': pom(boot, starter('spring-boot-starter-actuator', '<scope>test</scope>')) }],
    ['where the parent is here and has none', { 'pom.xml': pom(own, web), 'parent/pom.xml': kit.replace('kit', 'platform') }],
    [
      'where a library of the team is here',
      { 'pom.xml': pom(boot, web + library).replace('</parent>', '</parent><groupId>com.acme.x</groupId>'), 'kit/pom.xml': kit },
    ],
    ['where build.gradle does not name it', { 'build.gradle': gradle(GRADLE_WEB) }],
    ['in a comment of build.gradle', { 'build.gradle': gradle("  /* implementation 'org.foo:foo-starter:1' */", GRADLE_WEB) }],
    [
      'after a text that a comment seems to begin in',
      { 'build.gradle': gradle("  exclude '**/*.proto' // implementation 'org.foo:foo-starter:1'", GRADLE_WEB) },
    ],
    [
      'where the catalog does not name it',
      {
        'build.gradle.kts': gradle(
          '  implementation(libs.web)',
          '  testImplementation(libs.odd)',
          '  implementation(project(":kit"))',
        ),
        'gradle/libs.versions.toml': catalog('web = "org.springframework.boot:spring-boot-starter-web:3.3.0"'),
      },
    ],
  ])('%s', async (_, files) => {
    expect(await hidden(files)).toEqual([]);
  });

  test('where only another build of the repository names it', async () => {
    const other = gradle("  implementation 'org.springframework.boot:spring-boot-starter-actuator'");
    const files = { 'shop/build.gradle': gradle(GRADLE_WEB), 'admin/build.gradle': other };
    expect(await hidden(files, 'shop/src/main/java/shop/Application.java')).toEqual([]);
    expect(await hidden(files, 'admin/src/main/java/shop/Application.java')).toEqual(open);
  });
});

test('What brings Actuator may bring springdoc', async () => {
  const docs = ['/v3/api-docs', '/api-docs'].map((prefix) => ({ prefix, ofLibrary: true }));
  const context = { 'src/main/resources/application.yml': 'server: { servlet: { context-path: /shop } }' };
  const made = { 'pom.xml': pom(own, web) };
  expect(await allHidden(made)).toEqual(expect.arrayContaining(docs));
  expect(await allHidden({ ...made, ...context })).toEqual(
    expect.arrayContaining([{ prefix: '/shop/api-docs', ofLibrary: true }]),
  );
  expect(await allHidden({ 'pom.xml': pom(boot, web) })).toEqual([]);
});

describe('Actuator may answer', () => {
  const settings = 'src/main/resources/application.yml';
  test.each([
    ['below the base path that is set', 'management: { endpoints: { web: { base-path: /manage } } }', '/manage'],
    ['below the path of the service', 'server: { servlet: { context-path: /shop } }', '/shop/actuator'],
    ['anywhere, where it is at the root', 'management: { endpoints: { web: { base-path: / } } }', undefined],
  ])('%s', async (_, text, prefix) => {
    expect(await hidden({ [settings]: `${text}\n` })).toEqual([{ prefix: prefix ?? '/', ofLibrary: true }]);
    expect(await hidden({ [settings]: `${text}\n`, 'pom.xml': pom(boot, web) })).toEqual([]);
  });

  test.each<[string, Files]>([
    ['where there is no build file', {}],
    ['where pom.xml names it', { 'pom.xml': pom(boot, web + starter('spring-boot-starter-actuator')) }],
    ['where the parent is made elsewhere', { 'pom.xml': pom(own, web) }],
    [
      'where a library of the team is made elsewhere',
      { 'pom.xml': pom(boot, web + library).replace('</parent>', '</parent><groupId>com.acme.x</groupId>') },
    ],
    [
      'where a parent here names it',
      { 'pom.xml': pom(own, web), 'parent/pom.xml': pom(boot, starter('spring-boot-starter-actuator')) },
    ],
    [
      'where the starter of somebody else is there',
      { 'build.gradle': gradle("  implementation 'org.foo:foo-spring-boot-starter:1'") },
    ],
    ['where build.gradle names it', { 'build.gradle': gradle('  implementation(spring("actuator"))') }],
    ...["exclude '**/*.proto'", 'exclude("/*")', "text = '''\n/*\n'''", '/* never closed', 'matching(~/a\\/*/)'].map(
      (line): [string, Files] => [
        `where build.gradle names another's starter after ${line}`,
        { 'build.gradle': gradle(line, "  implementation 'org.foo:foo-spring-boot-starter:1'") },
      ],
    ),
    ['where a comment of pom.xml never ends', { 'pom.xml': pom(boot, `${web}<!-- ${starter('spring-boot-starter-actuator')}`) }],
    ['where a dependency cannot be read', { 'build.gradle.kts': gradle('  implementation(Deps.web)') }],
    ['where the catalog is not here', { 'build.gradle.kts': gradle('  implementation(libs.web)') }],
    [
      'where the catalog names it',
      {
        'build.gradle.kts': gradle('  implementation(libs.health)'),
        'gradle/libs.versions.toml': catalog(
          'health = { group = "org.springframework.boot", name = "spring-boot-starter-actuator" }',
        ),
      },
    ],
    [
      'where a script of the build names it',
      {
        'build.gradle': gradle(GRADLE_WEB),
        'gradle/kit.gradle': gradle("  implementation 'org.springframework.boot:spring-boot-starter-actuator'"),
      },
    ],
    [
      'where the team has a plugin elsewhere',
      { 'build.gradle': gradle(GRADLE_WEB).replace("id 'org.s", "id 'com.acme.kit'; id 'org.s") },
    ],
  ])('%s', async (_, files) => {
    expect(await hidden(files)).toEqual(open);
  });
});
