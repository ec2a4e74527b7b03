import { serve } from './protocol.js';

serve({ call: () => ({ result: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] } }) });
