import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkout, checkCheckout, checkoutOf, type Judged, trustIn } from '../../../src/commands/revisions/checkout.js';
import { placesAtHead } from '../../../src/commands/revisions/places-at-head.js';
import type { BaseFile } from '../../../src/config/trust.js';
import { type SampleRepository, sampleRepository, shallowClone } from '../../git/sample-repository.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

/** `main` moves on after `change` left it; the merge of both is made as GitHub makes it and is checked out. */
function proposed() {
  const repository = sampleRepository({ '.tallystick.yml': 'root', 'a.ts': '1\n2\n3\n', 'b.ts': '1\n' });
  repository.git('checkout', '--quiet', '-b', 'change');
  const head = repository.commit({ '.tallystick.yml': 'head', 'b.ts': '2\n' });
  repository.git('checkout', '--quiet', 'main');
  const base = repository.commit({ '.tallystick.yml': 'root', 'a.ts': '0\n1\n2\nthree\n', 'c.ts': 'new\n' });
  repository.git('checkout', '--quiet', '--detach', 'main');
  repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'change');
  return { repository, head, base, merge: repository.git('rev-parse', 'HEAD') };
}

const judgedAs = (over: Partial<Judged> & Pick<Judged, 'headSha'>): Judged => ({
  sha: 'e'.repeat(40),
  trusted: false,
  privileged: false,
  pullRequest: { number: 7 },
  ...over,
});
const kindOf = async ({ folder }: SampleRepository, judged: Judged) => (await checkoutOf(folder, judged)).kind;

describe('what is checked out', () => {
  test('is the head, the merge that GitHub names, or something else', async () => {
    const { repository, head, base, merge } = proposed();
    expect(await checkoutOf(repository.folder, judgedAs({ headSha: head, sha: merge }))).toMatchObject({ kind: 'merge', base });
    expect(await kindOf(repository, judgedAs({ headSha: merge }))).toBe('head');
    expect(await kindOf(repository, judgedAs({ headSha: base }))).toBe('other');
  });

  test('is not GitHub’s merge when another person made it: into another base, of more branches, or the wrong way round', async () => {
    const { repository, head, base } = proposed();
    expect(await kindOf(repository, judgedAs({ headSha: head, baseSha: head }))).toBe('other');
    expect(await kindOf(repository, judgedAs({ headSha: head, baseSha: base }))).toBe('merge');
    expect(await kindOf(repository, judgedAs({ headSha: base, baseSha: head }))).toBe('other');
  });

  test('is known in a shallow clone as well', async () => {
    const { repository, head, base, merge } = proposed();
    repository.git('branch', 'merged', merge);
    const clone = shallowClone(repository, 1, 'merged');
    expect(await checkoutOf(clone.folder, judgedAs({ headSha: head, sha: merge }))).toMatchObject({ kind: 'merge', base });
  });

  test('is unknown without git, and in a repository without commits', async () => {
    const folder = folderOf({ 'a.ts': '' });
    expect((await checkoutOf(folder, judgedAs({ headSha: 'a'.repeat(40) }))).kind).toBe('unknown');
    mkdirSync(join(folder, '.git'));
    expect((await checkoutOf(folder, judgedAs({ headSha: 'a'.repeat(40) }))).kind).toBe('unknown');
  });
});

describe('another commit than the event is about', () => {
  test('is told', async () => {
    const { repository, head, merge } = proposed();
    const judged = judgedAs({ headSha: head, baseSha: head });
    const [note] = checkCheckout(await checkoutOf(repository.folder, judged), judged);
    expect(note).toContain(merge);
    expect(note).toContain(head);
  });

  test('is a mistake where it is the base of a privileged event: it would look green', async () => {
    const { repository, head, merge } = proposed();
    const judged = judgedAs({ headSha: head, baseSha: head, sha: merge, privileged: true });
    const checkout: Checkout = { ...(await checkoutOf(repository.folder, judgedAs({ headSha: head, baseSha: head }))) };
    expect(() => checkCheckout(checkout, judged)).toThrow('The base is checked out');
  });

  test('is a mistake where it is the base of a pull request or of a group in the queue, whatever the event', async () => {
    const { repository, base, head } = proposed();
    repository.git('checkout', '--quiet', '--detach', base);
    for (const pullRequest of [{ number: 7 }, undefined]) {
      const judged = judgedAs({ headSha: head, baseSha: base, pullRequest });
      const checkout = await checkoutOf(repository.folder, judged);
      expect(() => checkCheckout(checkout, judged)).toThrow('The base is checked out');
      // A push is compared with what was there before; nobody proposes anything.
      expect(checkCheckout(checkout, { ...judged, trusted: true })).toHaveLength(1);
    }
  });

  test('is a mistake without git, when the event checks out the base by default', () => {
    const judged = judgedAs({ headSha: 'a'.repeat(40), privileged: true });
    expect(() => checkCheckout({ kind: 'unknown' }, judged)).toThrow('The commit that is checked out is unknown');
    expect(checkCheckout({ kind: 'unknown' }, { ...judged, privileged: false })).toEqual([]);
    expect(checkCheckout({ kind: 'unknown' }, { ...judged, sha: judged.headSha })).toEqual([]);
  });
});

describe('the configuration', () => {
  /** The file of the base that counts; `asked`: GitHub is asked for it. */
  async function baseFor({ folder }: SampleRepository, judged: Judged) {
    const ask = async (_path: string, commit: string | undefined): Promise<BaseFile> => ({
      kind: 'text',
      text: `asked at ${commit ?? 'the default branch'}`,
    });
    const trust = await trustIn(await checkoutOf(folder, judged), judged, ask);
    if (trust === undefined) return 'as it stands';
    const found = await trust.base('.tallystick.yml');
    return `${trust.head}, ${found.kind === 'text' ? found.text : found.kind}`;
  }

  test('counts as it stands where everybody who wrote it may write', async () => {
    const { repository, merge } = proposed();
    expect(await baseFor(repository, judgedAs({ headSha: merge, trusted: true }))).toBe('as it stands');
  });

  test('of a branch of the repository counts as well, where the event is trusted; of any other commit it does not', async () => {
    const { repository, head, merge } = proposed();
    const judged = judgedAs({ headSha: head, sha: head, trusted: true });
    expect(await baseFor(repository, judged)).toBe('limited, head');
    repository.git('update-ref', 'refs/remotes/origin/release', merge);
    expect(await baseFor(repository, judged)).toBe('as it stands');
    expect(await baseFor(repository, { ...judged, trusted: false, baseSha: head })).toBe('limited, head');
  });

  test('is the base’s on pull requests', async () => {
    const { repository, head, base, merge } = proposed();
    expect(await baseFor(repository, judgedAs({ headSha: head, baseSha: base, sha: merge }))).toBe('limited, root');
  });

  test('is only the base’s where the event is privileged', async () => {
    const { repository, head, base } = proposed();
    repository.git('checkout', '--quiet', '--detach', head);
    expect(await baseFor(repository, judgedAs({ headSha: head, baseSha: base, privileged: true }))).toBe('ignored, root');
    const unknownPull = judgedAs({ headSha: head, sha: base, privileged: true, pullRequest: undefined });
    expect(await baseFor(repository, unknownPull)).toBe('ignored, root');
  });

  test('is asked for where the clone does not hold the base', async () => {
    const { repository, head, base, merge } = proposed();
    repository.git('branch', 'merged', merge);
    const clone = shallowClone(repository, 1, 'merged');
    expect(await baseFor(clone, judgedAs({ headSha: head, baseSha: base, sha: merge }))).toBe(`limited, asked at ${base}`);
  });

  test('is never taken from a commit that an untrusted event names itself', async () => {
    const { repository, head, merge } = proposed();
    const judged = judgedAs({ headSha: head, sha: merge, pullRequest: undefined });
    repository.git('checkout', '--quiet', '--detach', head);
    expect(await baseFor(repository, judged)).toBe('limited, asked at the default branch');
  });
});

describe('a place of the merge', () => {
  test('is where GitHub shows it, at the head', async () => {
    const { repository, head, merge } = proposed();
    const move = await placesAtHead(await checkoutOf(repository.folder, judgedAs({ headSha: head, sha: merge })), head);
    expect([1, 2, 3, 4].map((line) => move({ file: 'a.ts', line }).line)).toEqual([1, 1, 2, 3]);
    expect(move({ file: 'b.ts', line: 1 })).toEqual({ file: 'b.ts', line: 1 });
    expect(move({ file: 'c.ts', line: 1 })).toEqual({ file: 'c.ts', line: 1 });
  });

  test('stays where it is when the clone does not hold the head', async () => {
    const { repository, head, merge } = proposed();
    repository.git('branch', 'merged', merge);
    const clone = shallowClone(repository, 1, 'merged');
    const move = await placesAtHead(await checkoutOf(clone.folder, judgedAs({ headSha: head, sha: merge })), head);
    expect(move({ file: 'a.ts', line: 4 })).toEqual({ file: 'a.ts', line: 4 });
  });
});
