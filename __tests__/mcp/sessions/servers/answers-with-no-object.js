import { serve } from './protocol.js';

serve({ call: () => ({ result: 'ok' }) });
