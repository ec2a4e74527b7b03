import { isOrphan, serve } from './protocol.js';

process.on('SIGTERM', () => undefined);
serve({
  stays: true,
  call: () => {
    while (!isOrphan());
  },
});
