import { serve } from './protocol.js';

function complain() {
  process.stderr.write('warning: '.repeat(10_000));
  setImmediate(complain);
}

serve({ call: () => complain() });
