import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settle, type Wishes } from '../../src/commands/settings.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

function repositoryWith(config = ''): string {
  const repository = folderOf({});
  mkdirSync(join(repository, '.git'));
  mkdirSync(join(repository, 'services', 'books'), { recursive: true });
  writeFileSync(join(repository, '.tallystick.yml'), config);
  return repository;
}

const wish = (cwd: string, over: Partial<Wishes> = {}) => settle({ cwd, env: {}, by: 'the command line', ...over });

describe('the settings of a scan', () => {
  test('reach from the folder up to its repository, whose configuration holds', async () => {
    const repository = repositoryWith('base_path: /api\nmax_violations: 5\ncontracts: [api/*.yaml]\n');
    const { request, maxViolations } = await wish(join(repository, 'services'), { dir: 'books', contracts: ['x.yaml'] });
    expect(request).toMatchObject({
      repository,
      dir: join(repository, 'services/books'),
      contracts: [join(repository, 'services/x.yaml')],
      contractLists: [{ globs: ['api/*.yaml'] }],
      basePath: '/api',
      scans: { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true },
    });
    expect(maxViolations).toBe(5);
  });

  test('the command line wins over the configuration', async () => {
    const repository = repositoryWith('base_path: /api\nmax_violations: 5\n');
    const { request, maxViolations, resolved } = await wish(repository, { basePath: '/v2', maxViolations: 9 });
    expect([request.basePath, maxViolations, resolved.setBy(['base_path'])]).toEqual(['/v2', 9, 'the command line']);
  });

  test('how much has to be decided is what the command line says, else the configuration', async () => {
    const repository = repositoryWith('min_decided: 0.4\n');
    expect((await wish(repository, {})).request.minDecided).toBe(0.4);
    expect((await wish(repository, { minDecided: 0.7 })).request.minDecided).toBe(0.7);
    expect((await wish(repositoryWith('base_path: /api\n'), {})).request.minDecided).toBeUndefined();
  });

  test('a service has its own folder, contracts and base path', async () => {
    const config =
      'services:\n  books:\n    path: services/books\n    contracts: [books.yaml]\n    base_path: /books\n  empty: {}\n';
    const repository = repositoryWith(config);
    expect((await wish(repository, { service: 'books' })).request).toMatchObject({
      dir: join(repository, 'services/books'),
      contractLists: [{ globs: ['books.yaml'] }],
      basePath: '/books',
      service: 'books',
    });
    expect((await wish(repository, { service: 'empty' })).request.dir).toBe(repository);
    expect((await wish(repository, { service: 'books', dir: 'services' })).request.dir).toBe(join(repository, 'services'));
    await expect(wish(repository, { service: 'book' })).rejects.toMatchObject({ hint: 'Did you mean books?' });
    await expect(wish(repositoryWith(''), { service: 'books' })).rejects.toMatchObject({
      message: 'There is no service books in the configuration.',
      hint: 'Describe it under `services` in .tallystick.yml.',
    });
  });

  test('a service cannot lead out of the repository', async () => {
    const repository = repositoryWith('services:\n  out: { path: ../ }\n  link: { path: away }\n');
    symlinkSync(tmpdir(), join(repository, 'away'));
    for (const service of ['out', 'link'])
      await expect(wish(repository, { service })).rejects.toThrow('is outside the repository.');
  });

  test.each([
    [{ dir: 'nowhere' }, 'There is no folder nowhere.'],
    [{ dir: '.tallystick.yml' }, '.tallystick.yml is not a folder.'],
    [{ depth: 'standart' }, 'standart is not a depth.'],
    [{ config: 'no.yml' }, 'There is no configuration no.yml.'],
    [{ depth: 'quick' }, 'Every scan is switched off by depth quick.'],
  ])('%j is refused: %s', async (over, message) => {
    await expect(wish(repositoryWith(), over)).rejects.toMatchObject({ name: 'UserError', message });
  });

  test('every scan switched off by the file is refused, and the file named', async () => {
    const scans = ['endpoint_schema', 'missing_endpoint', 'event_schema', 'shared_model', 'undocumented_endpoint'];
    const repository = repositoryWith(`contract_scans:\n${scans.map((name) => `  ${name}_scan: false\n`).join('')}`);
    await expect(wish(repository)).rejects.toThrow(
      /^Every scan is switched off by \.tallystick\.yml:2 and \.tallystick\.yml:3 .*and \.tallystick\.yml:5\.$/,
    );
    await expect(wish(repository, { depth: 'thorough' })).rejects.toThrow('Every scan is switched off');
  });

  test('a quick depth with a scan switched on is no mistake', async () => {
    const repository = repositoryWith('contract_scans:\n  missing_endpoint_scan: true\n');
    expect((await wish(repository, { depth: 'quick' })).request.scans).toMatchObject({
      endpoint_schema_scan: false,
      missing_endpoint_scan: true,
    });
  });

  test.each([
    ['CONTRACT-01', 'Did you mean `CONTRACT-001`?'],
    ['CONTRACT-001/nullable', 'Did you mean `CONTRACT-001/nullability`?'],
  ])('the severity of %s, which there is not, is refused', async (key, hint) => {
    const repository = repositoryWith(`severity:\n  CONTRACT-001: error\n  ${key}: off\n`);
    await expect(wish(repository)).rejects.toMatchObject({ hint, location: { file: '.tallystick.yml', line: 3 } });
  });
});
