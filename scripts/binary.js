/**
 * `node scripts/binary.js FILE`: writes one program that runs where no Node is installed, from the Node that runs this script and
 * the committed `dist`: https://nodejs.org/api/single-executable-applications.html
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { root } from './build.js';

const POSTJECT = 'postject@1.0.0-alpha.6';
/** Node looks for this mark in its own file to see that a program was put into it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** What the program unpacks, by path: as it lies in a package. */
function packedFiles() {
  const names = [...readdirSync(join(root, 'dist')).map((name) => join('dist', name)), join('lib', 'commit.txt')];
  return new Map(names.filter((name) => existsSync(join(root, name))).map((name) => [name, readFileSync(join(root, name))]));
}

function run(/** @type {string} */ program, /** @type {string[]} */ words) {
  const { status } = spawnSync(program, words, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed.`);
}

function binary(/** @type {string} */ file) {
  const work = mkdtempSync(join(tmpdir(), 'tallystick-binary-'));
  try {
    const files = serialize(packedFiles());
    const at = (/** @type {string} */ name) => join(work, name);
    writeFileSync(at('files'), gzipSync(files));
    writeFileSync(at('id'), createHash('sha256').update(files).digest('hex').slice(0, 16));
    const config = {
      main: join(root, 'scripts', 'binary-main.cjs'),
      output: at('blob'),
      disableExperimentalSEAWarning: true,
      assets: { files: at('files'), id: at('id') },
    };
    writeFileSync(at('config.json'), JSON.stringify(config));
    run(process.execPath, ['--experimental-sea-config', at('config.json')]);
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    const isMac = process.platform === 'darwin';
    // A signature does not fit the changed file; macOS starts nothing without one.
    if (isMac) run('codesign', ['--remove-signature', file]);
    const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
    run('npx', ['--yes', POSTJECT, file, 'NODE_SEA_BLOB', at('blob'), '--sentinel-fuse', FUSE, ...segment]);
    if (isMac) run('codesign', ['--sign', '-', file]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write: node scripts/binary.js tallystick');
binary(resolve(file));
