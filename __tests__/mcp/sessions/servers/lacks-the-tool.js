import { serve } from './protocol.js';

serve({ tools: ['something_else'] });
