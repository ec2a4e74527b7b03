import { join } from 'node:path';

// As `node dist/action.js build` starts it.
process.argv.splice(1, 2, join(import.meta.dirname, '..', 'dist', 'action.js'), 'build');
await import('../dist/action.js');
