import type { Expression, ObjectMember } from '../../../src/facts/expression.js';
import type { Fact, FileFacts } from '../../../src/facts/fact.js';
import type { Reach } from '../../../src/facts/references/reach.js';
import { needsOfExport, needsOfRoutes } from '../../../src/facts/references/references.js';
import { expectQuick } from '../../processor-time.js';

const at = { line: 1, column: 1 };
const name = (text: string, more: { arguments?: Expression[]; space?: 'value' } = {}): Expression => ({
  kind: 'name',
  name: text,
  ...more,
});
const member = (of: Expression, text: string): Expression => ({ kind: 'member', of, name: text });
const call = (of: Expression, ...values: Expression[]): Expression => ({ kind: 'returns', of, values });
const property = (text: string, value: Expression, more: object = {}): ObjectMember => ({
  kind: 'property',
  name: text,
  value,
  at,
  ...more,
});
const imported = (text: string, from = `./${text}`): Fact => ({
  kind: 'import',
  name: text,
  specifier: from,
  imported: text,
  at,
});
const constant = (text: string, value: Expression): Fact => ({ kind: 'constant', name: text, value, at });
const exported = (text: string, value: Expression = name(text)): Fact => ({ kind: 'export', name: text, value, at });
const route = (more: object): Fact => ({
  kind: 'route',
  by: 't/t',
  method: 'GET',
  path: { kind: 'literal', value: '/' },
  responses: [],
  at,
  ...more,
});
const sends = (body: Expression) => ({ responses: [{ body, at }] });

const fileOf = (...facts: Fact[]): FileFacts => ({ path: 'a.ts', language: 't', hash: 'a'.repeat(64), facts, gaps: [] });
const shown = ({ needs }: Reach): string[] =>
  needs.map((need) => [`${need.specifier}:${need.name}`, ...need.steps].join(' ')).sort();
const ofRoutes = (...facts: Fact[]) => shown(needsOfRoutes(fileOf(...facts)));
const ofExport = (asked: string, steps: string[], ...facts: Fact[]) => shown(needsOfExport(fileOf(...facts), asked, steps));

describe('what routes need', () => {
  it('is every name in them, through constants, calls, wrappers and type arguments', () => {
    expect(
      ofRoutes(
        imported('Cat'),
        imported('Page'),
        imported('paths'),
        imported('unused'),
        imported('repository'),
        constant('found', call(member(name('repository'), 'find'))),
        route({
          path: member(name('paths'), 'cats'),
          responses: [
            { body: { kind: 'operator', operator: 'awaited', of: name('Page', { arguments: [name('Cat')] }) }, at },
            { body: { kind: 'array', items: name('found') }, at },
          ],
        }),
      ),
    ).toEqual(['./Cat:Cat', './Page:Page', './paths:paths .cats', './repository:repository .find ()']);
  });

  it('is what they hang on and what mounts, prefixes and wraps name', () => {
    const prefix: Fact = { kind: 'prefix', router: name('app'), prefix: name('base'), exclude: [{ path: name('health') }], at };
    const wrap: Fact = { kind: 'wrap', by: 't/t', router: name('app'), through: call(name('wrapper')), at };
    const mount: Fact = { kind: 'mount', by: 't/t', parent: name('app'), child: name('child'), certainty: 'router', at };
    const names = ['app', 'base', 'health', 'wrapper', 'child', 'handler'];
    const facts = names.map((text) => imported(text));
    expect(ofRoutes(...facts, prefix, wrap, mount, route({ router: name('app'), handler: name('handler') }))).toEqual(
      [
        './app:app @router',
        './base:base',
        './child:child @router',
        './handler:handler',
        './health:health',
        './wrapper:wrapper ()',
      ].sort(),
    );
  });

  it('is of a controller class what it inherits from, not what is injected into it', () => {
    const controller: Fact = {
      kind: 'declaration',
      name: 'Cats',
      form: 'class',
      extends: [name('Base')],
      type: { kind: 'object', members: [{ kind: 'property', name: 'service', value: name('Service'), at }] },
      at,
    };
    const mount: Fact = { kind: 'mount', by: 't/t', parent: name('app'), child: name('Cats'), certainty: 'router', at };
    expect(ofRoutes(imported('Base'), imported('Service'), controller, mount)).toEqual(['./Base:Base @router']);
    expect(ofRoutes(imported('Base'), imported('Service'), controller, route(sends(name('Cats'))))).toEqual([
      './Base:Base',
      './Service:Service',
    ]);
  });

  it('is of a namespace import the member alone', () => {
    const all: Fact = { kind: 'import', name: 'dto', specifier: './dto', imported: '*', at };
    expect(ofRoutes(all, route(sends(member(name('dto'), 'Cat'))))).toEqual(['./dto:Cat']);
    expect(ofRoutes(all, route(sends(name('dto.Cat'))))).toEqual(['./dto:Cat']);
    expect(ofRoutes(route(sends(member({ kind: 'module', specifier: './dto' }, 'Cat'))))).toEqual(['./dto:Cat']);
  });

  it('is of a service the called method alone', () => {
    const service: Fact[] = [
      imported('Cat'),
      imported('Dog'),
      {
        kind: 'declaration',
        name: 'Service',
        form: 'class',
        type: {
          kind: 'object',
          members: [
            { kind: 'method', name: 'cat', callable: 'Service#cat', at },
            { kind: 'method', name: 'dog', callable: 'Service#dog', at },
          ],
        },
        at,
      },
      { kind: 'callable', name: 'Service#cat', returns: name('Cat'), at },
      { kind: 'callable', name: 'Service#dog', returns: name('Dog'), at },
    ];
    const called = call(member({ kind: 'instance', of: name('Service', { space: 'value' }) }, 'cat'));
    expect(ofRoutes(...service, route(sends(called)))).toEqual(['./Cat:Cat']);
  });

  it('is of a class all that goes over the wire, inherited members included', () => {
    const facts: Fact[] = [
      ...['Base', 'Shown', 'Secret', 'Got', 'Json', 'Method'].map((text) => imported(text)),
      {
        kind: 'declaration',
        name: 'Cat',
        form: 'class',
        extends: [name('Base')],
        type: {
          kind: 'object',
          members: [
            property('shown', name('Shown')),
            property('secret', name('Secret'), { hidden: true }),
            { kind: 'method', name: 'got', callable: 'Cat#got', getter: true, at },
            { kind: 'method', name: 'toJSON', callable: 'Cat#toJSON', at },
            { kind: 'method', name: 'method', callable: 'Cat#method', at },
          ],
        },
        at,
      },
      { kind: 'callable', name: 'Cat#got', returns: name('Got'), at },
      { kind: 'callable', name: 'Cat#toJSON', inferred: name('Json'), at },
      { kind: 'callable', name: 'Cat#method', returns: name('Method'), at },
    ];
    expect(ofRoutes(...facts, route(sends(name('Cat'))))).toEqual(['./Base:Base', './Got:Got', './Json:Json', './Shown:Shown']);
    expect(ofRoutes(...facts, route(sends(member(name('Cat'), 'secret'))))).toEqual(['./Base:Base .secret', './Secret:Secret']);
  });

  it('ends for names that are made of themselves', () => {
    const facts = [constant('a', member(name('b'), 'x')), constant('b', member(name('a'), 'y')), constant('c', name('c'))];
    expect(ofRoutes(...facts, route(sends(name('a'))), route(sends(name('c'))))).toEqual([]);
  });

  it('ends soon for a file that is made to multiply', async () => {
    const option = (text: string) =>
      ({ kind: 'union', options: 'abcdefgh'.split('').map((x) => member(name(text), x)) }) as const;
    await expectQuick(5_000, () => ofRoutes(constant('a', option('b')), constant('b', option('a')), route(sends(name('a')))));
  });
});

describe('what an export needs', () => {
  it('is what that name stands for, and nothing beside', () => {
    const facts = [
      imported('A'),
      imported('B'),
      constant('one', name('A')),
      constant('two', name('B')),
      exported('one'),
      exported('two'),
    ];
    expect(ofExport('one', [], ...facts)).toEqual(['./A:A']);
    expect(ofExport('*', [], ...facts)).toEqual(['./A:A', './B:B']);
  });

  it('is the member of a CommonJS module', () => {
    const value: Expression = { kind: 'object', members: [property('one', name('A')), property('two', name('B'))] };
    const facts = [imported('A'), imported('B'), exported('=', value)];
    expect(ofExport('one', [], ...facts)).toEqual(['./A:A']);
    expect(ofExport('default', ['.two'], ...facts)).toEqual(['./B:B']);
    expect(ofExport('*', ['.two'], ...facts)).toEqual(['./B:B']);
  });

  it('is all that hangs on it when it is a router', () => {
    const router: Fact = { kind: 'router', by: 't/t', name: 'router', root: false, at };
    const facts = [imported('Cat'), router, exported('router'), route({ router: name('router'), ...sends(name('Cat')) })];
    const reach = (asked: string): Reach => needsOfExport(fileOf(...facts), asked, []);
    expect(ofRoutes(...facts)).toEqual(['./Cat:Cat']);
    // asked for once, and not for each name that leads to a router
    expect(reach('router')).toEqual({ found: true, needs: [], stars: [], routes: true });
    expect(reach('other')).toEqual({ found: false, needs: [], stars: [] });
  });

  it('is not found where only a star could have it', () => {
    const star: Fact = { kind: 'export', name: '*', value: { kind: 'module', specifier: './all' }, at };
    const reach = needsOfExport(fileOf(star, exported('one', name('x'))), 'two', []);
    expect(reach).toEqual({ found: false, needs: [], stars: ['./all'] });
  });

  it('is found by its own name in a language without exports', () => {
    expect(ofExport('one', [], imported('A'), constant('one', name('A')))).toEqual(['./A:A']);
  });
});
