import { send, serve } from './protocol.js';

function flood() {
  for (let i = 0; i < 100; i += 1) send({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(1000) } });
  setImmediate(flood);
}

serve({ call: () => flood() });
