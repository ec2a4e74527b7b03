import { contract, serve, text } from './protocol.js';

serve({ call: () => ({ result: text({ ...contract, spec: { filler: 'x'.repeat(3_000_000) } }) }) });
