import { contract, serve, text } from './protocol.js';

serve({
  call: ({ name }) => ({
    result: {
      ...text('see the structured content'),
      structuredContent: name === 'list_contracts' ? { result: [contract] } : contract,
    },
  }),
});
