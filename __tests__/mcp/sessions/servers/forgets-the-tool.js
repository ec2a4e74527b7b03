import { serve } from './protocol.js';

serve({ call: ({ name }) => ({ error: { code: -32602, message: `Tool ${name} not found` } }) });
