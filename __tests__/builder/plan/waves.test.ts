import fc from 'fast-check';
import type { Milestone } from '../../../src/builder/plan/milestone.js';
import { circleIn, orderOf } from '../../../src/builder/plan/order.js';
import { wavesOf } from '../../../src/builder/plan/waves.js';

const milestone = (id: string, dependencies: readonly string[], status: Milestone['status'] = 'PENDING'): Milestone => ({
  id,
  number: 1,
  title: id,
  status,
  dependencies,
  description: '',
  requirements: [],
  services: [],
  text: '',
  at: { file: 'PRD.md', line: 1 },
});

/** Milestones that wait only for some before them, in any order. */
const milestones = fc
  .array(fc.record({ waitsFor: fc.array(fc.nat(30), { maxLength: 4 }), isComplete: fc.boolean() }), { maxLength: 30 })
  .map((all) =>
    all.map(({ waitsFor, isComplete }, index) =>
      milestone(
        `m${index}`,
        [...new Set(waitsFor.filter((other) => other < index).map((other) => `m${other}`))],
        isComplete ? 'COMPLETE' : 'PENDING',
      ),
    ),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }));

describe('waves', () => {
  test('have each milestone that is left once, and none that is complete', () => {
    fc.assert(
      fc.property(milestones, (all) => {
        const built = wavesOf({ milestones: all }).flatMap((wave) => wave.milestones.map(({ id }) => id));
        expect([...built].sort()).toEqual(
          all
            .filter(({ status }) => status !== 'COMPLETE')
            .map(({ id }) => id)
            .sort(),
        );
      }),
    );
  });

  test('have what a milestone waits for in waves before its own', () => {
    fc.assert(
      fc.property(milestones, (all) => {
        const waves = wavesOf({ milestones: all });
        const waveOf = new Map(waves.flatMap(({ index, milestones: of }) => of.map(({ id }) => [id, index] as const)));
        expect(waves.map(({ index }) => index)).toEqual(waves.map((_, at) => at + 1));
        for (const { id, dependencies } of all) {
          const before = dependencies.flatMap((other) => waveOf.get(other) ?? []);
          const own = waveOf.get(id);
          // As early as can be: right behind the last that it waits for.
          if (own !== undefined) expect(own).toBe(Math.max(0, ...before) + 1);
        }
      }),
    );
  });

  test('are the same in whatever order the milestones are written', () => {
    const sets = (all: readonly Milestone[]) =>
      wavesOf({ milestones: all }).map(({ milestones: of }) => of.map(({ id }) => id).sort());
    fc.assert(
      fc.property(milestones, (all) => {
        expect(sets([...all].reverse())).toEqual(sets(all));
      }),
    );
  });

  test('keep the order of the plan within a wave', () => {
    const all = ['b', 'a', 'd', 'c'].map((id) => milestone(id, []));
    expect(wavesOf({ milestones: all })[0]?.milestones.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
  });

  test('do not wait for what is complete', () => {
    const all = [milestone('a', [], 'COMPLETE'), milestone('b', ['a']), milestone('c', ['b'], 'FAILED')];
    expect(wavesOf({ milestones: all }).map(({ milestones: of }) => of.map(({ id }) => id))).toEqual([['b'], ['c']]);
    expect(wavesOf({ milestones: all.slice(0, 1) })).toEqual([]);
  });
});

describe('what waits for one another', () => {
  const graphs = fc
    .array(fc.array(fc.nat(15), { maxLength: 3 }), { maxLength: 15 })
    .map((all) => all.map((needs, index) => ({ id: `${index}`, dependencies: needs.map((need) => `${need}`) })));

  test('is never in order, and everything else is', () => {
    fc.assert(
      fc.property(graphs, (all) => {
        const { levels, stuck } = orderOf(all);
        expect([...levels.flat(), ...stuck].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
        const ids = new Set(stuck.map(({ id }) => id));
        for (const each of stuck) expect(each.dependencies.some((id) => ids.has(id))).toBe(true);
        for (const each of levels.flat()) expect(each.dependencies.some((id) => ids.has(id))).toBe(false);
      }),
    );
  });

  test('is reported as a circle', () => {
    fc.assert(
      fc.property(graphs, (all) => {
        const { stuck } = orderOf(all);
        const circle = circleIn(stuck);
        expect(circle.length > 0).toBe(stuck.length > 0);
        expect(new Set(circle).size).toBe(circle.length);
        circle.forEach((each, index) => {
          expect(each.dependencies).toContain(circle[(index + 1) % circle.length]?.id);
        });
      }),
    );
  });
});
