import { chromiumPath } from '../../scripts/chromium.js';

/** `describe` where there is a Chromium; elsewhere the tests are skipped, and a line says what was not run and why. */
export const inChromium: jest.Describe = chromiumPath === undefined ? describe.skip : describe;

/** Prints that tests were not run, where they were not. */
export function tellIfNotRun(what: string): void {
  if (chromiumPath !== undefined) return;
  process.stderr.write(`not run: ${what} (no Chromium was found; npm run setup:e2e installs it, or CHROMIUM names one)\n`);
}
