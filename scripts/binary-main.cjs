/**
 * Where the program of `scripts/binary.js` begins: unpacks the package into the user's cache folder, once for each version, and
 * starts it there. Modules cannot be imported from within the program itself.
 */
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, isAbsolute, join, resolve } = require('node:path');
const { getAsset, getRawAsset } = require('node:sea');
const { deserialize } = require('node:v8');
const { gunzipSync } = require('node:zlib');

const START = 'start.cjs';

function unpackTo(/** @type {string} */ folder) {
  const files = deserialize(gunzipSync(Buffer.from(getRawAsset('files'))));
  for (const [name, content] of [...files, [START, "import(require('node:url').pathToFileURL(process.argv[1]).href);\n"]]) {
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

/** Code that the package gives Node itself: `node -e CODE`. */
function evaluate(/** @type {string} */ code) {
  process.argv = [process.execPath, ...process.argv.slice(4)];
  new Function('require', code)(createRequire(process.execPath));
}

/** The package starts itself by the program's name and its own path, as with Node, and so it has hooks of a build run. */
function start() {
  const folder = unpacked();
  const door = join(folder, 'dist', 'cli.js');
  const [, , first = '', ...rest] = process.argv;
  const isScript = first === door || (/\.mjs$/.test(first) && existsSync(first));
  process.argv = isScript ? [process.execPath, resolve(first), ...rest] : [process.execPath, door, ...process.argv.slice(2)];
  createRequire(door)(join(folder, START));
}

const [, , flag, code] = process.argv;
if (flag === '-e' && code !== undefined) evaluate(code);
else start();
