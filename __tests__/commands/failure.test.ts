import { reportFailure } from '../../src/commands/failure.js';
import { UserError } from '../../src/model/user-error.js';
import { recordedIo } from './io.js';

describe('a failure', () => {
  test('of the user is a sentence, its place and a hint, and exits with 2', () => {
    const io = recordedIo();
    const mistake = new UserError('`colour` is not an option.', {
      hint: 'Did you mean `color`?',
      location: { file: 'a.yml', line: 3 },
    });
    expect(reportFailure(mistake, io.stderr)).toBe(2);
    expect(io.err()).toBe('tallystick: `colour` is not an option.\n  at    a.yml:3\n  hint  Did you mean `color`?\n');
  });

  test('for want of a part, a shard, exits with 3 and asks for no report', () => {
    const io = recordedIo();
    expect(reportFailure(new UserError('Shard 2/2 is missing.', { incomplete: true }), io.stderr)).toBe(3);
    expect(io.err()).toBe('tallystick: Shard 2/2 is missing.\n');
  });

  test('of the tool keeps its stack, asks to report it, and exits with 3', () => {
    const io = recordedIo();
    expect(reportFailure(new TypeError('x is undefined'), io.stderr)).toBe(3);
    expect(io.err()).toMatch(/^TypeError: x is undefined\n {4}at .*failure\.test\.ts/);
    expect(io.err()).toContain('This is a bug in Tallystick.');
  });

  test('cannot drive the terminal', () => {
    const io = recordedIo();
    reportFailure(new UserError('\u001b[2Jgone', { hint: '\u0007', location: { file: '\n::error::x', line: 1 } }), io.stderr);
    expect(io.err().replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(io.err()).not.toMatch(/^\s*::/m);
  });
});
