import { register } from 'node:module';

/** Before the first test file of a process: TypeScript is loaded by our hooks, and errors name its lines. */
register('./hooks.js', import.meta.url);
process.setSourceMapsEnabled(true);
