import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.js';
import { findRepository } from '../../src/config/repository.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const newFolder = (): string => folderOf({});

describe('loading the configuration', () => {
  test('a repository without one has none', async () => {
    expect(await loadConfig(newFolder())).toBeUndefined();
  });

  test('it is read from the root, or from where a trusted person says', async () => {
    const repository = newFolder();
    writeFileSync(join(repository, '.tallystick.yml'), 'base_path: /root\n');
    expect(await loadConfig(repository)).toMatchObject({ name: '.tallystick.yml', values: { base_path: '/root' } });
    const elsewhere = join(newFolder(), 'other settings.yml');
    writeFileSync(elsewhere, 'base_path: /other\n');
    expect(await loadConfig(repository, elsewhere)).toMatchObject({ name: elsewhere, values: { base_path: '/other' } });
  });

  test('a named one must exist', async () => {
    const repository = newFolder();
    await expect(loadConfig(repository, join(repository, 'no.yml'))).rejects.toThrow('There is no configuration no.yml.');
  });

  test('a link out of the repository is not followed', async () => {
    const repository = newFolder();
    const outside = join(newFolder(), 'secret');
    writeFileSync(outside, 'base_path: /secret\n');
    symlinkSync(outside, join(repository, '.tallystick.yml'));
    await expect(loadConfig(repository)).rejects.toThrow('a link to a file outside the repository');
  });

  test('what is no text file is refused', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, '.tallystick.yml'));
    await expect(loadConfig(folder)).rejects.toThrow('.tallystick.yml is not a file.');
    const binary = newFolder();
    writeFileSync(join(binary, '.tallystick.yml'), Buffer.from([0x62, 0xff, 0xfe]));
    await expect(loadConfig(binary)).rejects.toThrow('.tallystick.yml is not UTF-8 text.');
    const huge = newFolder();
    writeFileSync(join(huge, '.tallystick.yml'), `#${'x'.repeat(1_000_000)}`);
    await expect(loadConfig(huge)).rejects.toThrow('larger than a configuration can be');
  });

  test('the other usual ending is not passed over in silence', async () => {
    const repository = newFolder();
    writeFileSync(join(repository, '.tallystick.yaml'), '');
    await expect(loadConfig(repository)).rejects.toThrow('.tallystick.yaml is not read.');
  });
});

describe('the repository of a folder', () => {
  test('is the nearest folder upward that holds .git, which may be a file', () => {
    const repository = newFolder();
    const inner = join(repository, 'services', 'books');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(repository, '.git'), 'gitdir: elsewhere\n');
    expect(findRepository(inner)).toBe(repository);
    expect(findRepository(repository)).toBe(repository);
  });

  test('is the nearest root of a workspace where there is no .git', () => {
    const repository = newFolder();
    const inner = join(repository, 'apps', 'api');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, 'package.json'), '{ "name": "api" }');
    writeFileSync(join(repository, 'package.json'), '{ "workspaces": ["apps/*"] }');
    expect(findRepository(inner)).toBe(repository);
  });

  test('is the folder itself where there is neither', () => {
    const folder = newFolder();
    expect(findRepository(folder)).toBe(folder);
  });
});
