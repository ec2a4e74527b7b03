import { serve } from './protocol.js';

serve({ call: () => void process.kill(process.pid, 'SIGKILL') });
