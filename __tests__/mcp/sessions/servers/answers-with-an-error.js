import { serve } from './protocol.js';

serve({ call: () => ({ error: { code: -32603, message: 'division by zero' } }) });
