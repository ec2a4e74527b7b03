import { send, serve } from './protocol.js';

let id = 0;

// It listens to none of the answers.
function ask() {
  process.stdin.pause();
  for (let i = 0; i < 100; i += 1) send({ id: `ping-${(id += 1)}`, method: 'ping', params: { words: 'x'.repeat(1000) } });
  setImmediate(ask);
}

serve({ call: () => ask() });
