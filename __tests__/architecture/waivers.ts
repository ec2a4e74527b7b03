/** What is longer than the house allows (`path` of a file or `path#function`), and why that is better than cutting it. */
export const waivers: Readonly<Record<string, string>> = {};

/** Variables of modules that code changes (`path#name`), and why they make no result depend on what ran before. */
export const processState: Readonly<Record<string, string>> = {
  'src/action/action.ts#begun': 'the entry of a process: what its one job has begun, for the answer where it fails',
  'src/builder/agent-report/run-command.ts#last': 'commands of one workspace run one by one, whoever starts them',
  'src/builder/backends/keeper.ts#keeper': 'one child of this process ends its groups, however this process ends',
  'src/config/schema.ts#effects': 'what acts on an option stands beside its schema, set where the schema is made',
  'src/extract/languages/typescript/routers/lower.ts#nodes':
    'the node of an argument stands beside it, set where the argument is made',
  'src/facts/values/questions.ts#questioned': 'the questions of a linked route stand beside it, set where the route is made',
  'src/mcp/engines/contract-engine/responses/patterns.ts#context':
    'a sandbox that holds one test at a time; making it costs milliseconds',
  'src/mcp/engines/contract-engine/responses/validator.ts#loading': 'the compiler of schemas, loaded when the first is asked for',
  'src/mcp/engines/store/owner.ts#ours': 'what identifies this process, worked out once',
  'src/mcp/engines/store/queue.ts#made': 'numbers the places in queues that this process takes',
  'src/mcp/sessions/guard.ts#running': 'groups of this process that end with it',
};
