import { join } from 'node:path';

// As `node dist/action.js shard` starts it.
process.argv.splice(1, 2, join(import.meta.dirname, '..', 'dist', 'action.js'), 'shard');
await import('../dist/action.js');
