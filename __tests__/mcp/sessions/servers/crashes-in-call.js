import { serve } from './protocol.js';

serve({
  call: () => {
    throw new Error('index out of range');
  },
});
