import { progressOn } from '../../src/commands/progress.js';
import { recordedIo } from './io.js';

describe('progress', () => {
  test('is one line on a terminal, not too often, and is gone at the end', () => {
    const io = recordedIo({ isTTY: true });
    let time = 0;
    const progress = progressOn(io.stderr, false, () => time);
    progress.show('reading code', 1, 30);
    progress.show('reading code', 2, 30);
    time = 100;
    progress.show('reading code', 3, 30);
    progress.end();
    progress.end();
    expect(io.err()).toBe('\r\u001b[Kreading code 1/30\r\u001b[Kreading code 3/30\r\u001b[K');
  });

  test.each([
    ['no terminal', false, false],
    ['quiet', true, true],
  ])('is not shown: %s', (_, isTTY, quiet) => {
    const io = recordedIo({ isTTY });
    const progress = progressOn(io.stderr, quiet);
    progress.show('reading code', 1, 30);
    progress.end();
    expect(io.err()).toBe('');
  });
});
