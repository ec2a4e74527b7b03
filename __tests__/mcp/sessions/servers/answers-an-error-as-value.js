import { serve, text } from './protocol.js';

serve({ call: () => ({ result: text({ error: 'no such contract' }) }) });
