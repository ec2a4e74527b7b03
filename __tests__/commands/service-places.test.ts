import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { settle } from '../../src/commands/settings.js';
import type { BaseFile } from '../../src/config/trust.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const BASE = `
services:
  tea: { path: services/tea, contracts: [api/tea.yaml, '!api/old.yaml'] }
  coffee: { path: services/coffee }
`;
const FOLDERS = ['services/tea', 'services/coffee/src', 'decoy', 'libs'];

/** What is settled of a change with this configuration, in a checkout with these folders, given the base revision's. */
async function settledOf(head: string, { folders = FOLDERS, base = BASE, service = undefined as string | undefined } = {}) {
  const repository = folderOf({ '.tallystick.yml': head });
  for (const folder of ['.git', ...folders]) mkdirSync(join(repository, folder), { recursive: true });
  const atBase = async (path: string): Promise<BaseFile> =>
    path === '.tallystick.yml'
      ? { kind: 'text', text: base }
      : path === 'there.yaml'
        ? { kind: 'text', text: '' }
        : { kind: 'absent' };
  const trust = async () => ({ head: 'limited' as const, base: atBase });
  const { request, notes } = await settle({ cwd: repository, env: {}, by: 'the inputs', service, trust });
  const services = Object.fromEntries((request.services ?? []).map(({ name, ...rest }) => [name, rest]));
  return { repository, request, services, notes: notes.join('\n') };
}

describe('a change that gives a service another folder', () => {
  test('adds it, and takes none away', async () => {
    const { services, notes } = await settledOf('services: { tea: { path: decoy } }');
    expect(services.tea).toMatchObject({ folders: ['services/tea'], added: ['decoy'] });
    expect(services.coffee).toEqual({ folders: ['services/coffee'] });
    expect(notes).toContain('This change adds the folder decoy to the service tea.');
  });

  test('takes none from another service', async () => {
    for (const folder of ['services/coffee', 'services/coffee/src']) {
      const { services, notes } = await settledOf(`services: { tea: { path: ${folder} } }`);
      expect(services.tea).not.toHaveProperty('added');
      expect(notes).toContain(`This change adds the folder ${folder} to the service tea, but it belongs to another service`);
    }
  });

  test('may say where it is now when it is gone', async () => {
    const moved = { folders: ['apps/tea', 'services/coffee'] };
    const { services, notes } = await settledOf('services: { tea: { path: apps/tea } }', moved);
    expect(services.tea).toMatchObject({ folders: ['services/tea'], added: ['apps/tea'] });
    expect(notes).toContain('The folder services/tea of the service tea no longer exists.');
    const { request, repository } = await settledOf('services: { tea: { path: apps/tea } }', { ...moved, service: 'tea' });
    expect(request.dir).toBe(join(repository, 'apps/tea'));
  });

  test('must say so', async () => {
    await expect(settledOf('services: {}', { folders: ['apps/tea', 'services/coffee'] })).rejects.toThrow(
      'There is no folder services/tea.',
    );
    await expect(settledOf('services: { tea: { path: services/coffee } }', { folders: ['services/coffee'] })).rejects.toThrow(
      'There is no folder services/tea.',
    );
  });

  test('changes nothing of one whose code is anywhere', async () => {
    const { services } = await settledOf('services: { tea: { path: decoy } }', { base: 'services: { tea: {} }' });
    expect(services.tea).toMatchObject({ folders: [] });
    expect(services.tea).not.toHaveProperty('added');
  });
});

test('a base path that the change declares counts, with a note', async () => {
  const { request, services, notes } = await settledOf('base_path: /v2');
  expect([request.basePath, request.proposedBasePath, services.tea]).toEqual([
    undefined,
    '/v2',
    expect.objectContaining({ proposedBasePath: '/v2' }),
  ]);
  expect(notes).toContain('The base path /v2 comes from this change. It counts only if the code serves nothing below');
});

describe('a change that names a service', () => {
  test('gives it what it wants, besides all others', async () => {
    const { services, request } = await settledOf('services: { new: { path: services, contracts: [new.yaml] } }');
    expect(services.new).toEqual({ folders: [], added: ['services'], proposed: true, contracts: ['new.yaml'] });
    expect(request.contractLists).toEqual([
      { globs: ['api/tea.yaml', '!api/old.yaml'], optional: ['api/tea.yaml'] },
      { globs: ['new.yaml'], optional: [] },
    ]);
    expect(request.findContracts).toBe(true);
  });

  test('does not say that contracts are new which were there', async () => {
    const { request } = await settledOf('services: {}');
    expect([await request.isNewContract?.('there.yaml'), await request.isNewContract?.('new.yaml')]).toEqual([false, true]);
  });
});

test('lists of contracts stay apart, so that what one leaves out another may name', async () => {
  const base = "contracts: [a.yaml]\nservices: { tea: { contracts: ['x/*', '!x/a.yaml'], consumes: [x/a.yaml] } }";
  const { request } = await settledOf(base, { base });
  expect(request.contractLists?.map(({ globs }) => globs)).toEqual([['a.yaml'], ['x/*', '!x/a.yaml'], ['x/a.yaml']]);
  expect(request.contractLists?.every(({ optional }) => optional?.length === 0)).toBe(true);
});
