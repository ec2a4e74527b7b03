import { contract, serve } from './protocol.js';

serve({
  call: () => ({ result: { content: [contract, contract].map((each) => ({ type: 'text', text: JSON.stringify(each) })) } }),
});
