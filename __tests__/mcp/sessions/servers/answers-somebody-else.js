import { contract, send, serve, text } from './protocol.js';

serve({ call: (_, id) => send({ id: id + 1000, result: text(contract) }) });
