import { serve } from './protocol.js';

serve({ call: () => ({}) });
