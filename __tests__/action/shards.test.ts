import { shardsOf } from './shards.js';

shardsOf({ files: 1_200, modules: 20, shards: 3 });
