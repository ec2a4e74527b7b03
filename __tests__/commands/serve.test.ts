import type { Io } from '../../src/commands/command.js';
import { serve } from '../../src/commands/serve.js';

const io: Io = {
  stdout: { write: () => undefined, isTTY: false },
  stderr: { write: () => undefined, isTTY: false },
  cwd: process.cwd(),
  env: {},
};
const run = (operands: readonly string[], options: Readonly<Record<string, unknown>> = {}) =>
  serve.run({ operands, options }, io);

test('an engine that is not there is a mistake, with the one that may be meant', async () => {
  await expect(run(['contract-engin'])).rejects.toMatchObject({
    message: 'There is no engine contract-engin.',
    hint: 'Did you mean contract-engine?',
  });
  await expect(run(['weather'])).rejects.toMatchObject({ hint: expect.stringMatching(/^Known: contract-scan/) });
});
