import { serve } from './protocol.js';

serve({ revision: '2024-11-05' });
