import { join } from 'node:path';

// As `node dist/action.js regression` starts it.
process.argv.splice(1, 2, join(import.meta.dirname, '..', 'dist', 'action.js'), 'regression');
await import('../dist/action.js');
