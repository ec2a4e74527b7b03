import { contract, serve, text } from './protocol.js';

serve({ call: () => ({ result: text(JSON.stringify(contract).slice(0, 40)) }) });
