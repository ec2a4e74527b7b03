import { contract, serve, text } from './protocol.js';

serve({ call: () => ({ result: text({ ...contract, spec: { env: process.env, cwd: process.cwd() } }) }) });
