import { closeSync } from 'node:fs';
import { serve } from './protocol.js';

setInterval(() => undefined, 1000);
serve({ call: () => closeSync(0) });
