import { serve } from './protocol.js';

serve({ revision: '2099-01-01' });
