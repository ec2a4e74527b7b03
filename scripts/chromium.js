import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The program of a Chromium: the one that `CHROMIUM` names, else one where systems install it; undefined: there is none. */
export const chromiumPath = [process.env.CHROMIUM ?? '', ...KNOWN].find((path) => existsSync(path));

/** A headless browser. Its sandbox refuses to run for root, as in containers; nothing but our own pages is opened in it. */
export function launchChromium() {
  if (chromiumPath === undefined) throw new Error('No Chromium was found; npm run setup:e2e installs it, or CHROMIUM names one.');
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: chromiumPath, args: asRoot ? ['--no-sandbox'] : [] });
}

/** Makes PNG files smaller with pngquant, where that program is there; colours of pages need no more than its 256. */
export function shrinkPictures(/** @type {string[]} */ ...paths) {
  const { error } = spawnSync('pngquant', ['--force', '--ext', '.png', '--skip-if-larger', '--strip', '--', ...paths]);
  if (error !== undefined) process.stderr.write('pngquant is not installed: the pictures are larger than they need to be.\n');
}
