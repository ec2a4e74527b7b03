import { serve } from './protocol.js';

serve({ hello: () => ({ error: { code: -32603, message: 'licence expired' } }) });
