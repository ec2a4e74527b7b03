import { serve } from './protocol.js';

serve({ call: () => ({ error: { code: -32001, message: 'Request timed out' } }) });
