/**
 * Where the program of `scripts/binary.js` begins: unpacks the package into the user's cache folder, once for each version, and
 * starts it there. Modules cannot be imported from within the program itself.
 */
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');
const { getAsset, getRawAsset } = require('node:sea');
const { deserialize } = require('node:v8');
const { gunzipSync } = require('node:zlib');

const START = 'start.cjs';

function unpackTo(/** @type {string} */ folder) {
  const files = deserialize(gunzipSync(Buffer.from(getRawAsset('files'))));
  for (const [name, content] of [...files, [START, "import('./dist/cli.js');\n"]]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), content);
  }
}

function cacheRoot() {
  const { LOCALAPPDATA = '', XDG_CACHE_HOME = '' } = process.env;
  if (process.platform === 'win32' && isAbsolute(LOCALAPPDATA)) return LOCALAPPDATA;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
}

/** The folder with the package; one that lasts as long as the process where nothing can be kept. */
function unpacked() {
  const programs = join(cacheRoot(), 'tallystick', 'programs');
  const folder = join(programs, getAsset('id', 'utf8'));
  if (existsSync(folder)) return folder;
  try {
    mkdirSync(programs, { recursive: true, mode: 0o700 });
    const fresh = mkdtempSync(join(programs, 'new-'));
    unpackTo(fresh);
    try {
      renameSync(fresh, folder);
    } catch (error) {
      // Another process was faster.
      rmSync(fresh, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
    return folder;
  } catch {
    const passing = mkdtempSync(join(tmpdir(), 'tallystick-program-'));
    process.on('exit', () => rmSync(passing, { recursive: true, force: true }));
    unpackTo(passing);
    return passing;
  }
}

const folder = unpacked();
const door = join(folder, 'dist', 'cli.js');
// The package starts itself by the program's name and its own path, as it does with Node.
const words = process.argv.slice(process.argv[2] === door ? 3 : 2);
process.argv = [process.execPath, door, ...words];
createRequire(door)(join(folder, START));
