import { send, serve } from './protocol.js';

let asked = 0;

// It listens to none of the answers.
function ask() {
  process.stdin.pause();
  for (let i = 0; i < 100; i += 1) {
    asked += 1;
    send({ id: `ping-${asked}`, method: 'ping', params: { words: 'x'.repeat(1000) } });
  }
  setImmediate(ask);
}

serve({ call: () => ask() });
