import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { annotationPrefix, cachePath, resultPath, workspaceOf, writablePath } from '../../src/github/workspace.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-workspace-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the workspace is the one of the runner, else the current folder', () => {
  expect(workspaceOf({ GITHUB_WORKSPACE: folder })).toBe(folder);
  expect(workspaceOf({ GITHUB_WORKSPACE: '' })).toBe(process.cwd());
});

test('paths of a repository are left alone, wherever it was checked out', () => {
  mkdirSync(join(folder, 'app/.git'), { recursive: true });
  expect(annotationPrefix(join(folder, 'app'), folder)).toBe('');
});

test('without a repository the paths start at the workspace', () => {
  mkdirSync(join(folder, 'services/shop'), { recursive: true });
  expect(annotationPrefix(join(folder, 'services', 'shop'), folder)).toBe('services/shop');
  expect(annotationPrefix(folder, folder)).toBe('');
});

test('a folder outside the workspace gets no prefix', () => {
  mkdirSync(join(folder, 'workspace'));
  expect(annotationPrefix(folder, join(folder, 'workspace'))).toBe('');
});

test('a result goes where an input says, else into a folder of its own', () => {
  const environment = { GITHUB_WORKSPACE: folder, RUNNER_TEMP: folder };
  expect(resultPath('out/report.json', 'r.json', environment)).toBe(join(folder, 'out', 'report.json'));
  const [one, two] = [resultPath(undefined, 'r.json', environment), resultPath(undefined, 'r.json', environment)];
  expect(one).not.toBe(two);
  expect(dirname(dirname(one))).toBe(folder);
});

describe('the cache', () => {
  const environment = () => ({ GITHUB_WORKSPACE: join(folder, 'workspace'), RUNNER_TEMP: join(folder, 'temp') });
  beforeEach(() => {
    mkdirSync(join(folder, 'workspace'));
    mkdirSync(join(folder, 'temp'));
  });

  test('is a folder beside the workspace, relative to the temporary folder of the runner', () => {
    expect(cachePath('facts', environment())).toBe(join(folder, 'temp', 'facts'));
    expect(cachePath(join(folder, 'workspace-cache'), environment())).toBe(join(folder, 'workspace-cache'));
    expect(cachePath(undefined, environment())).toBeUndefined();
  });

  test('in the workspace is refused, also behind a link: a checkout could bring its own', () => {
    symlinkSync(join(folder, 'workspace'), join(folder, 'temp', 'link'));
    for (const named of ['../workspace', '../workspace/.cache', join(folder, 'workspace', '..cache'), 'link', 'link/cache']) {
      expect(() => cachePath(named, environment())).toThrow('is in the workspace');
    }
  });
});

describe('a file to write', () => {
  const environment = () => ({ GITHUB_WORKSPACE: join(folder, 'workspace'), RUNNER_TEMP: join(folder, 'temp') });
  beforeEach(() => {
    for (const name of ['workspace/.git', 'workspace/build', 'temp']) mkdirSync(join(folder, name), { recursive: true });
    for (const [link, to] of [
      ['out', 'temp'],
      ['own', 'workspace/build'],
      ['hooks', 'workspace/.git'],
    ] as const)
      symlinkSync(join(folder, to), join(folder, 'workspace', link));
  });

  test.each(['out/report.json', 'out/new/report.json', 'out', 'hooks/config'])(
    '%s is behind a link that a checkout brought',
    (named) => {
      expect(() => writablePath(named, environment())).toThrow('is behind a symbolic link that leads out of the workspace');
    },
  );

  test.each(['report.json', 'new/report.json', 'own/report.json', '../temp/report.json'])(
    '%s is where the workflow wants it',
    (named) => {
      expect(writablePath(named, environment())).toBe(join(folder, 'workspace', named));
    },
  );
});
