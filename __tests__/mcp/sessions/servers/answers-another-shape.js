import { serve, text } from './protocol.js';

serve({ call: () => ({ result: text({ contracts: 3 }) }) });
