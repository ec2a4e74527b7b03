import fc from 'fast-check';
import type { CodeRoute } from '../../../src/facts/codebase.js';
import type { Expression } from '../../../src/facts/expression.js';
import type { Fact, Mount, Route } from '../../../src/facts/fact.js';
import { link } from '../../../src/facts/link.js';
import { earliestOf, isBefore, type OrderStep } from '../../../src/facts/routers/registration-order.js';
import { callable, get, literal, mount, router, sheet, tuple, value } from '../facts.js';

const at = (line: number) => ({ at: { line, column: 1 } });
const on = (app: string, path: string, line: number): Fact => ({ ...get(value(app), path), ...at(line) });
const use = (parent: Expression, child: Expression, line: number, more: Partial<Mount> = {}): Fact => ({
  ...mount(parent, child, more),
  ...at(line),
});

/** Which of two routes, by their paths, is registered first; undefined: nobody knows. */
function first(files: Readonly<Record<string, readonly Fact[]>>, one: string, other: string): string | undefined {
  const { routes } = link(sheet(files));
  const [a, b] = [one, other].map((path) => routes.find((route) => route.path === path));
  if (a === undefined || b === undefined) throw new Error(routes.map(({ path }) => path).join(' '));
  return isBefore(a.order, b.order) ? one : isBefore(b.order, a.order) ? other : undefined;
}

const app = router('app', { root: true });

describe('the order of registration', () => {
  test('of one router is that of its lines', () => {
    expect(first({ 'a.ts': [app, on('app', '/b', 9), on('app', '/a', 2)] }, '/b', '/a')).toBe('/a');
  });

  test('of what is mounted is that of its mount', () => {
    const files = {
      'a.ts': [app, router('r'), on('r', '/far', 2), on('app', '/near', 9), use(value('app'), value('r'), 10)],
    };
    expect(first(files, '/near', '/far')).toBe('/near');
  });

  test('of elements of one list is theirs', () => {
    const files = {
      'a.ts': [
        app,
        router('r'),
        router('s'),
        on('r', '/r', 2),
        on('s', '/s', 3),
        use(value('app'), tuple(value('s'), value('r')), 4),
      ],
    };
    expect(first(files, '/r', '/s')).toBe('/s');
  });

  test('of what two services, or two files, register is not known', () => {
    const two = { 'a.ts': [app, router('b', { root: true }), on('app', '/a', 3), on('b', '/b', 4)] };
    expect(first(two, '/a', '/b')).toBeUndefined();
    const files = {
      'a.ts': [app, on('app', '/a', 3)],
      'b.ts': [callable('setUp', {}), on('app', '/b', 4)],
      'c.ts': [router('other', { root: true }), on('other', '/b', 5)],
    };
    expect(first(files, '/a', '/b')).toBeUndefined();
  });

  test('of mounts that say so is not known', () => {
    const unordered = { unordered: true };
    const files = {
      'a.ts': [
        app,
        router('r'),
        router('s'),
        on('r', '/r', 2),
        on('s', '/s', 3),
        use(value('app'), value('r'), 4, unordered),
        use(value('app'), value('s'), 5, unordered),
      ],
    };
    expect(first(files, '/r', '/s')).toBeUndefined();
  });
});

describe('how a route is matched', () => {
  const table = new Map([['express', { anyCase: true, firstMatch: true }]]);
  const linked = (facts: readonly Fact[]): CodeRoute | undefined => link(sheet({ 'a.ts': facts }), table).routes[0];
  const by = (get(value('app'), '/a') as Route).by;
  const own = new Map([[by, { firstMatch: true }]]);

  test('is as its framework says, unless its service or its router says otherwise', () => {
    expect(link(sheet({ 'a.ts': [app, on('app', '/a', 2)] }), own).routes[0]?.matching).toEqual({ firstMatch: true });
    expect(linked([{ ...app, matching: { anyCase: false } } as Fact, on('app', '/a', 2)])?.matching).toEqual({ anyCase: false });
    const facts = [
      app,
      router('r', { matching: {} }),
      use(value('app'), value('r'), 2, { prefix: literal('/r') }),
      on('r', '/a', 3),
    ];
    expect(link(sheet({ 'a.ts': facts }), own).routes[0]?.matching).toEqual({});
  });

  test('by a pattern is no part of its path', () => {
    expect(linked([app, on('app', '/a/{id:}', 2)])).toMatchObject({ path: '/a/{id}', constrained: [1] });
    expect(linked([app, on('app', '/a/{id}', 2)])).not.toHaveProperty('constrained');
  });
});

describe('the earliest of some routes', () => {
  const step = fc.record({ on: fc.constantFrom('a', 'b'), at: fc.tuple(fc.nat(2), fc.nat(2)) });
  const orders = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 });
  const item = (order: readonly OrderStep[]) => ({ order });

  test('is before a route exactly where some of them is', () => {
    fc.assert(
      fc.property(orders, fc.array(step, { minLength: 1, maxLength: 3 }), (all, order) => {
        const found = earliestOf(all.map(item)).before(order);
        expect(found !== undefined && isBefore(found.order, order)).toBe(all.some((one) => isBefore(one, order)));
      }),
    );
  });
});
