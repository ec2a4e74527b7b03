import { capital, type Expected, each, eachMember, lines, type Operation } from '../service.js';

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
interface Idiom extends Expected {
  readonly imports?: string;
  /** Declarations before the controller. */
  readonly before?: string;
  readonly prefix?: string;
  readonly path?: (one: Operation) => string;
  readonly answer?: (one: Operation) => Answer;
  /** What the class extends, and members before its routes. */
  readonly heritage?: string;
  readonly members?: string;
  readonly providers?: string;
  /** Decorators below the route's own. */
  readonly decorated?: string;
  readonly files?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly before?: string;
  readonly body?: string;
  /** The declared type of the result; empty: none. */
  readonly type?: string;
}

const body = (one: Operation, id?: string): string =>
  `{ ${eachMember(one, ({ name, value }) => `${name}: ${name === 'id' && id !== undefined ? id : value}`)} }`;
const typed = (one: Operation): string => eachMember(one, ({ name, isText }) => `${name}: ${isText ? 'string' : 'number'}`, '; ');
const INTERFACES = each((one) => `export interface ${one.type} { ${typed(one)} }`);
const COMMON =
  "import * as nest from '@nestjs/common';\nimport { Controller, Get, HttpCode, Injectable, Module, Post } from '@nestjs/common';";
const service = (start: string, type: (one: Operation) => string = ({ type }) => `: ${type}`): string =>
  `@Injectable()\nexport class ShopService {\n${each((one) => `${start}load${one.type}()${type(one)} {\nreturn ${body(one)};\n}`)}\n}`;
const INJECTED = 'constructor(private readonly shop: ShopService) {}';
const loaded = ({ type }: Operation): Answer => ({ body: `this.shop.load${type}()` });

/** Controllers of NestJS. */
export const nest: Readonly<Record<string, () => Idiom>> = {
  'plain methods': () => ({}),
  'asynchronous methods': () => ({ answer: ({ type }) => ({ type: `Promise<${type}>` }) }),
  'a prefix in a template': () => ({ before: "const VERSION = 'v1';", prefix: '`api/$' + '{VERSION}`', base: '/api/v1' }),
  'a prefix of an enum': () => ({ before: "enum Prefix {\nApi = 'api',\n}", prefix: 'Prefix.Api' }),
  'paths in constants': () => ({
    before: each(({ type, path }) => `const ${type.toUpperCase()} = '${path}';`),
    path: ({ type }) => type.toUpperCase(),
  }),
  'paths of another file': () => ({
    imports: "import { PATHS } from './paths';",
    path: ({ key }) => `PATHS.${key}`,
    files: { paths: `export const PATHS = { ${each(({ key, path }) => `${key}: '${path}'`, ', ')} } as const;` },
  }),
  'paths in lists': () => ({ path: ({ path }) => `['${path}']` }),
  'decorators that are put together': () => ({
    before: "const Described = (text: string) => nest.applyDecorators(nest.SetMetadata('text', text), HttpCode(200));",
    decorated: "@Described('shop')",
  }),
  'a service': () => ({ before: service(''), providers: 'ShopService', members: INJECTED, answer: loaded }),
  'a service without types': () => ({
    before: service('', () => ''),
    providers: 'ShopService',
    members: INJECTED,
    answer: (one) => ({ ...loaded(one), type: '' }),
  }),
  'an asynchronous service': () => ({
    before: service('async ', ({ type }) => `: Promise<${type}>`),
    providers: 'ShopService',
    members: INJECTED,
    answer: ({ type }) => ({ before: `const one = await this.shop.load${type}();`, body: 'one', type: `Promise<${type}>` }),
  }),
  'a service of a base class': () => ({
    before: `${service('').replace('ShopService', 'BaseService')}\n@Injectable()\nexport class ShopService extends BaseService {}`,
    providers: 'ShopService',
    members: INJECTED,
    answer: loaded,
  }),
  'a service behind a token': () => ({
    before: `${service('')}\nexport abstract class Shop {\n${each(({ type }) => `abstract load${type}(): ${type};`)}\n}`,
    providers: '{ provide: Shop, useClass: ShopService }',
    members: 'constructor(private readonly shop: Shop) {}',
    answer: (one) => ({ ...loaded(one), type: '' }),
  }),
  'a controller of a base class': () => ({
    before: `export abstract class Base {\n${each((one) => `load${one.type}(): ${one.type} {\nreturn ${body(one)};\n}`)}\n}`,
    heritage: 'extends Base',
    answer: ({ type }) => ({ body: `this.load${type}()`, type: '' }),
  }),
  'a class of members': () => ({
    before: each(
      (one) =>
        `export class ${one.type}Dto {\nconstructor(${eachMember(one, ({ name, isText }) => `readonly ${name}: ${isText ? 'string' : 'number'}`)}) {}\n}`,
    ),
    answer: (one) => ({ body: `new ${one.type}Dto(${eachMember(one, ({ value }) => value)})`, type: `${one.type}Dto` }),
  }),
  'a static method that makes it': () => ({
    before: each(
      (one) =>
        `export class ${one.type}Dto {\n${eachMember(one, ({ name, isText }) => `${name}!: ${isText ? 'string' : 'number'};`, '\n')}\nstatic of(id: number): ${one.type}Dto {\nreturn Object.assign(new ${one.type}Dto(), ${body(one, 'id')});\n}\n}`,
    ),
    answer: ({ type }) => ({ body: `${type}Dto.of(1)`, type: `${type}Dto` }),
  }),
  'an error': () => ({ answer: () => ({ before: 'if (process.env.EMPTY) {\nthrow new nest.NotFoundException();\n}' }) }),
  'a list': () => ({ body: 'list', answer: (one) => ({ body: `[${body(one)}]`, type: `${one.type}[]` }) }),
  'a list that is made of another': () => ({
    body: 'list',
    answer: (one) => ({ body: `[1, 2].map((id) => (${body(one, 'id')}))`, type: '' }),
  }),
  'a generic envelope': () => ({
    body: 'data',
    before: 'export class Envelope<T> {\nconstructor(readonly data: T) {}\n}',
    answer: (one) => ({ body: `new Envelope(${body(one)})`, type: `Envelope<${one.type}>` }),
  }),
  'an envelope of an interceptor': () => ({
    body: 'data',
    imports: "import { map } from 'rxjs/operators';",
    before:
      '@Injectable()\nexport class Enveloping implements nest.NestInterceptor {\nintercept(_: nest.ExecutionContext, next: nest.CallHandler) {\nreturn next.handle().pipe(map((data) => ({ data })));\n}\n}',
    decorated: '@nest.UseInterceptors(Enveloping)',
  }),
};

export const nestKit = {
  files: ({
    imports,
    before,
    prefix = "'api'",
    path = (one) => `'${one.path}'`,
    answer,
    heritage = '',
    members,
    providers = '',
    decorated,
    files = {},
  }: Idiom) => {
    const routes = each((one) => {
      const { before: first, body: sent = body(one), type = one.type } = answer?.(one) ?? {};
      const isAsync = type.startsWith('Promise') ? 'async ' : '';
      return lines(
        `@${capital(one.verb)}(${path(one)})\n@HttpCode(200)`,
        decorated,
        `${isAsync}${one.key}()${type === '' ? '' : `: ${type}`} {`,
        first,
        `return ${sent};\n}`,
      );
    });
    const names = ['ShopController', ...(providers.match(/\b[A-Z]\w+/g) ?? [])].join(', ');
    return {
      'package.json': '{ "name": "shop" }',
      'src/shop.controller.ts': lines(
        COMMON,
        imports,
        INTERFACES,
        before,
        `@Controller(${prefix})\nexport class ShopController ${heritage} {`,
        members,
        `${routes}\n}`,
      ),
      'src/app.module.ts': `import { Module } from '@nestjs/common';\nimport { ${names} } from './shop.controller';\n@Module({ controllers: [ShopController], providers: [${providers}] })\nexport class AppModule {}`,
      'src/main.ts':
        "import { NestFactory } from '@nestjs/core';\nimport { AppModule } from './app.module';\nconst app = await NestFactory.create(AppModule);\nawait app.listen(3000);",
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`src/${name}.ts`, text])),
    };
  },
};
