import { serve, text } from './protocol.js';

serve({ call: () => ({ result: text('Sure! Here is your contract:') }) });
