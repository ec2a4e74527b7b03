import type { Io } from '../../src/commands/command.js';

/** An io that keeps what was written. */
export interface RecordedIo extends Io {
  readonly out: () => string;
  readonly err: () => string;
}

export function recordedIo(over: { cwd?: string; env?: Record<string, string>; isTTY?: boolean } = {}): RecordedIo {
  const written = { out: '', err: '' };
  const output = (name: 'out' | 'err') => ({
    write: (text: string): void => {
      written[name] += text;
    },
    isTTY: over.isTTY === true,
  });
  return {
    stdout: output('out'),
    stderr: output('err'),
    cwd: over.cwd ?? process.cwd(),
    env: over.env ?? {},
    out: () => written.out,
    err: () => written.err,
  };
}
