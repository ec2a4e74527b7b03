import { spawn } from 'node:child_process';
import { serve, signIn } from './protocol.js';

serve({
  call: () => {
    // It holds the output open, so that its end is not the end of the stream.
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 600_000)'], { stdio: 'inherit' });
    child.once('spawn', () => {
      signIn(child.pid);
      process.exit(5);
    });
  },
});
