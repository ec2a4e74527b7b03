/**
 * How long the tools of plain `serve` take in a repository of 5,000 files: the first answer, one after an edit, one after none. Of a
 * repository in which one module of eight serves routes, and of one in which all do.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { session } from './bench-engines.js';
import { median, printRows, seconds, writeContract } from './bench-process.js';
import { generateTree } from './generate-tree.js';

/** With components and manifests 5,000 files. */
const SOURCES = 3500;
const EDITED = 'src/order/order.controller.ts';

/**
 * @param {{ readonly work: string, readonly cli: string, readonly runs: number }} given
 */
export async function benchServe({ work, cli, runs }) {
  for (const served of [8, 1]) {
    const tree = join(work, `served-${served}`);
    generateTree(tree, SOURCES, served);
    mkdirSync(join(tree, '.git'));
    const routes = writeContract(work, cli, tree, join(tree, 'openapi.json'));
    const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
    const text = readFileSync(join(tree, EDITED), 'utf8');
    const { value, started } = await session(cli, ['--dir', tree], join(work, `cache-served-${served}`), async (call) => {
      const scan = async () => {
        const before = performance.now();
        const answer = await call('scan', { file: EDITED });
        return { answer, millis: performance.now() - before, end: performance.now() };
      };
      const first = await scan();
      const [edited, unchanged] = [[], []].map(() => /** @type {number[]} */ ([]));
      // The first calls of a process are those that are compiled.
      for (let run = 0; run < runs + 5; run += 1) {
        writeFileSync(join(tree, EDITED), text.replace("'1/list'", `'1/list${run}'`));
        const { answer, millis } = await scan();
        if (!answer.includes('1 unverified') && !answer.includes('1 missing'))
          throw new Error(`The edit was not seen: ${answer}`);
        if (run >= 5) edited?.push(millis);
        const again = await scan();
        if (run >= 5) unchanged?.push(again.millis);
      }
      return { first: first.end, edited: edited ?? [], unchanged: unchanged ?? [] };
    });
    const millis = (/** @type {number} */ number) => `${number.toFixed(0)} ms`;
    const [edited, unchanged] = [median(value.edited), median(value.unchanged)];
    const target = served === 1 ? '' : 'within 300 ms';
    console.log(`Tools of serve; ${files} files, ${routes} routes; Node ${process.version}; medians of ${runs}`);
    printRows([
      ['first answer, from start', seconds(value.first - started), '', '', undefined],
      ['scan after one edit', millis(edited), '', target, target === '' ? undefined : edited <= 300],
      ['scan after none', millis(unchanged), '', 'within 300 ms', unchanged <= 300],
    ]);
  }
}
