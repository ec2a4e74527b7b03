import { serve, text } from './protocol.js';

serve({ call: () => ({ result: { ...text('the table of contracts is locked'), isError: true } }) });
