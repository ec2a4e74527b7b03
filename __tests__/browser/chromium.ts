import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The program of a Chromium: the one that `CHROMIUM` names, else one where systems install it; undefined: there is none. */
export const chromiumPath: string | undefined = [process.env.CHROMIUM ?? '', ...KNOWN].find(existsSync);

/** `describe` where there is a Chromium; elsewhere the tests are skipped, and a line says what was not run and why. */
export const inChromium: jest.Describe = chromiumPath === undefined ? describe.skip : describe;

/** Prints that tests were not run, where they were not. */
export function tellIfNotRun(what: string): void {
  if (chromiumPath !== undefined) return;
  process.stderr.write(`not run: ${what} (no Chromium was found; npm run setup:e2e installs it, or CHROMIUM names one)\n`);
}

/** A headless browser. Its sandbox refuses to run for root, as in containers; nothing but our own pages is opened in it. */
export function launchChromium(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: chromiumPath ?? '', args: asRoot ? ['--no-sandbox'] : [] });
}
