import { serve } from './protocol.js';

process.on('SIGTERM', () => undefined);
serve({
  call: () => {
    for (;;);
  },
});
