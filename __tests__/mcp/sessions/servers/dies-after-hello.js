import { send, serve } from './protocol.js';

serve({
  tools: [],
  call: () => undefined,
  hello: ({ protocolVersion }) => {
    setImmediate(() => process.exit(4));
    return { result: { protocolVersion, capabilities: {}, serverInfo: { name: 'a', version: '1' } } };
  },
});
send({ method: 'notifications/message', params: { level: 'info', data: 'about to die' } });
