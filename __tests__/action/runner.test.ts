import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository, git, type Repository } from './repository.js';
import { retainedSummary, shownAnnotations } from './runner-limits.js';

/** What the tests of the Action stand on: repositories as a runner checks them out, and the limits of a runner. */

let repository: Repository;
beforeAll(() => {
  repository = createRepository();
});
afterAll(() => repository.remove());

test('a pull request is checked out as its merge with the base, one commit deep', () => {
  repository.commit('main', { 'a.txt': 'one', 'b.txt': 'one' });
  repository.commit('change', { 'a.txt': 'two', link: { link: '/etc/passwd' } }, 'main');
  repository.commit('main', { 'b.txt': 'three' });
  const { baseSha, headSha, mergeSha } = repository.propose(7, 'main', 'change');
  const work = repository.checkout('refs/pull/7/merge');
  expect([readFileSync(join(work, 'a.txt'), 'utf8'), readFileSync(join(work, 'b.txt'), 'utf8')]).toEqual(['two', 'three']);
  expect(lstatSync(join(work, 'link')).isSymbolicLink()).toBe(true);
  expect([git(work, ['rev-parse', 'HEAD']), existsSync(join(work, '.git', 'shallow'))]).toEqual([mergeSha, true]);
  expect(() => git(work, ['cat-file', '-e', baseSha])).toThrow();
  const whole = repository.checkout('refs/pull/7/merge', 0);
  expect(git(whole, ['rev-parse', 'HEAD^1', 'HEAD^2']).split('\n')).toEqual([baseSha, headSha]);
});

test('commits have the same ids on every machine, and paths may hold anything', () => {
  const strange = 'a "b"\n::error::c';
  const id = repository.commit('strange', { [strange]: 'x' });
  expect(git(repository.git, ['ls-tree', '--name-only', '-z', id])).toBe(`${strange}\0`);
  expect(id).toBe('5715d0a425ba89989ddf824728d4834618d28d67');
});

test('a runner shows ten annotations of a level, and cuts long ones', () => {
  const errors = Array.from({ length: 11 }, () => ({ name: 'error', properties: {}, message: 'x'.repeat(5000) }));
  const shown = shownAnnotations([
    ...errors,
    { name: 'notice', properties: {}, message: 'n' },
    { name: 'debug', properties: {}, message: 'd' },
  ]);
  expect(shown.map(({ message }) => message.length)).toEqual([...Array(10).fill(4096), 1]);
});

test('a summary above 1 MiB is lost, and said to be', () => {
  expect(retainedSummary('x'.repeat(1024 * 1024))).toEqual({ text: 'x'.repeat(1024 * 1024), complaints: [] });
  const { text, complaints } = retainedSummary('ä'.repeat(1024 * 512 + 1));
  expect([text, complaints.map(({ name }) => name)]).toEqual(['', ['error']]);
});
