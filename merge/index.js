import { join } from 'node:path';

// As `node dist/action.js merge` starts it.
process.argv.splice(1, 2, join(import.meta.dirname, '..', 'dist', 'action.js'), 'merge');
await import('../dist/action.js');
