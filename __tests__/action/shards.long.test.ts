import { shardsOf } from './shards.js';

shardsOf({ files: 20_000, modules: 100, shards: 8 });
