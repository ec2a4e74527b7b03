import { contract, serve, text } from './protocol.js';

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
serve({
  call: () => ({ result: text(JSON.stringify({ ...contract, spec: { deep: 0 } }).replace('"deep":0', `"deep":${deep}`)) }),
});
