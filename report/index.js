import { join } from 'node:path';

// As `node dist/action.js report` starts it.
process.argv.splice(1, 2, join(import.meta.dirname, '..', 'dist', 'action.js'), 'report');
await import('../dist/action.js');
