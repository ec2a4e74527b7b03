import { serve } from './protocol.js';

serve({ call: () => ({ error: { code: -32602, message: 'contract_id must be a number' } }) });
