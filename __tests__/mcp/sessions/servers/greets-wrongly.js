import { serve } from './protocol.js';

serve({ hello: () => ({ result: { protocolVersion: 7, capabilities: 'all' } }) });
