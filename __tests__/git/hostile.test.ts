import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesBetween } from '../../src/git/changed-lines.js';
import { gitEnvironment } from '../../src/git/process.js';
import { commitOf, fileAt, gitPlace, mergeBase } from '../../src/git/revisions.js';
import { writeTree } from '../../src/git/tree.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { sampleRepository } from './sample-repository.js';

afterAll(removeFolders);

test('nothing that a repository names is executed, whatever is asked', async () => {
  const marks = folderOf({});
  const leave = (name: string) => `touch ${JSON.stringify(join(marks, name))}`;
  const repository = sampleRepository({
    '.gitattributes': '*.ts diff=evil filter=evil merge=evil\n',
    'a.ts': '1\n',
  });
  const older = repository.git('rev-parse', 'HEAD');
  const newer = repository.commit({ 'a.ts': '2\n' });
  const settings = {
    'core.fsmonitor': leave('fsmonitor'),
    'core.pager': leave('pager'),
    'core.sshCommand': leave('ssh'),
    'core.editor': leave('editor'),
    'core.alternateRefsCommand': leave('alternates'),
    'diff.external': leave('external'),
    'diff.evil.command': leave('command'),
    'diff.evil.textconv': leave('textconv'),
    'filter.evil.smudge': leave('smudge'),
    'filter.evil.clean': leave('clean'),
    'filter.evil.process': leave('process'),
    'filter.evil.required': 'true',
    'credential.helper': `!${leave('credential')}`,
    'alias.cat-file': `!${leave('alias')}`,
    'remote.origin.url': `ext::sh -c ${leave('ext')}`,
    'remote.origin.uploadpack': leave('uploadpack'),
    'remote.origin.promisor': 'true',
    'extensions.partialClone': 'origin',
  };
  for (const [name, value] of Object.entries(settings)) repository.git('config', name, value);
  const hooks = join(repository.folder, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc'])
    writeFileSync(join(hooks, hook), `#!/bin/sh\n${leave(hook)}\n`, { mode: 0o755 });

  const place = gitPlace(repository.folder);
  if (place === undefined) throw new Error('no repository');
  expect(await commitOf(place, 'HEAD')).toMatchObject({ ok: true });
  expect(await commitOf(place, 'f'.repeat(40))).toMatchObject({ ok: false });
  expect(await mergeBase(place, older, newer)).toEqual({ ok: true, value: older });
  expect(await fileAt(place, older, 'a.ts')).toEqual({ ok: true, value: Buffer.from('1\n') });
  expect(await changesBetween(place, older, newer)).toMatchObject({ ok: true, value: [{ path: 'a.ts' }] });
  expect(await writeTree(place, older, folderOf({}))).toMatchObject({ ok: true });
  expect(readdirSync(marks)).toEqual([]);
  // Where git is not guarded the settings do what they say.
  repository.git('config', '--unset', 'filter.evil.process');
  repository.git('diff', older, newer);
  expect(readdirSync(marks)).not.toEqual([]);
});

test('replacement objects are not followed', async () => {
  const repository = sampleRepository({ 'a.ts': 'true\n' });
  const [truth, head] = [repository.git('rev-parse', 'HEAD:a.ts'), repository.git('rev-parse', 'HEAD')];
  repository.commit({ 'a.ts': 'false\n' });
  repository.git('replace', truth, repository.git('rev-parse', 'HEAD:a.ts'));
  const place = gitPlace(repository.folder);
  expect(place && (await fileAt(place, head, 'a.ts'))).toEqual({ ok: true, value: Buffer.from('true\n') });
});

test('git gets no secret, and looks for programs in absolute folders only', () => {
  const env = gitEnvironment({
    PATH: ['/usr/bin', '.', 'node_modules/.bin', '/bin'].join(process.platform === 'win32' ? ';' : ':'),
    GITHUB_TOKEN: 'secret',
    INPUT_TOKEN: 'secret',
    GIT_DIR: '/elsewhere',
    GIT_SSH_COMMAND: 'evil',
    HOME: '/home/somebody',
  });
  expect(Object.values(env)).not.toContain('secret');
  expect(Object.keys(env).filter((name) => ['GIT_DIR', 'GIT_SSH_COMMAND', 'HOME'].includes(name))).toEqual([]);
  expect(env.PATH?.split(process.platform === 'win32' ? ';' : ':')).toEqual(['/usr/bin', '/bin']);
});
