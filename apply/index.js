import { join } from 'node:path';

// As `node dist/action.js apply` starts it.
process.argv.splice(1, 2, join(import.meta.dirname, '..', 'dist', 'action.js'), 'apply');
await import('../dist/action.js');
