import fc from 'fast-check';
import type { Complaint, Tried } from '../../src/fix/complaints.js';
import { holding } from '../../src/fix/trials.js';

interface Change extends Tried {
  readonly name: string;
  readonly isBad: boolean;
}

const change = (name: string, touched: readonly string[], isBad = false): Change => ({
  name,
  isBad,
  touched: new Set(touched),
  findings: [],
});

/** A document that is the set of edits that were made; a bad change makes all that it touches worse. */
async function tried(changes: readonly Change[]) {
  const document = new Set<string>();
  const refused: string[] = [];
  let trials = 0;
  const stored = await holding(changes, {
    change: (group) => {
      const names = group.map(({ name }) => name);
      for (const name of names) document.add(name);
      return () => {
        for (const name of names) document.delete(name);
      };
    },
    complaints: async (): Promise<readonly Complaint<Change>[]> => {
      trials += 1;
      const bad = changes.filter(({ name, isBad }) => isBad && document.has(name));
      return bad.flatMap(({ touched, name }) =>
        [...touched, ...(touched.size === 0 ? ['other'] : [])].map((about) => ({ why: `${name} is bad`, about })),
      );
    },
    refuse: ({ name }) => refused.push(name),
    mayTry: () => trials < 1000,
  });
  return { stored: stored.map(({ name }) => name).sort(), refused: refused.sort(), document: [...document].sort(), trials };
}

describe('changes that are tried together', () => {
  test('one trial answers for all that have no operation in common', async () => {
    const good = Array.from({ length: 50 }, (_, index) => change(`g${index}`, [`o${index}`]));
    const bad = Array.from({ length: 50 }, (_, index) => change(`b${index}`, [`p${index}`], true));
    const { stored, refused, trials } = await tried([...good, ...bad]);
    expect([stored.length, refused.length, trials]).toEqual([50, 50, 1]);
  });

  test('a bad one among many of one operation is found by halves', async () => {
    const changes = Array.from({ length: 64 }, (_, index) => change(`c${index}`, ['o'], index === 40));
    const { stored, refused, trials } = await tried(changes);
    expect([stored.length, refused]).toEqual([63, ['c40']]);
    expect(trials).toBeLessThan(15);
  });

  test('what nobody touches is found by halves of all', async () => {
    const changes = Array.from({ length: 16 }, (_, index) => change(`c${index}`, index === 5 ? [] : [`o${index}`], index === 5));
    const { stored, refused } = await tried(changes);
    expect([stored.length, refused]).toEqual([15, ['c5']]);
  });

  test('what is bad does not hold, what is good does, and the document says what holds', async () => {
    const some = fc.array(
      fc.record({ touched: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }), isBad: fc.boolean() }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(some, async (given) => {
        const changes = given.map(({ touched, isBad }, index) => change(`c${index}`, touched, isBad));
        const { stored, refused, document } = await tried(changes);
        expect(stored).toEqual(changes.flatMap(({ name, isBad }) => (isBad ? [] : [name])).sort());
        expect(refused).toEqual(changes.flatMap(({ name, isBad }) => (isBad ? [name] : [])).sort());
        expect(document).toEqual(stored);
      }),
    );
  });
});
