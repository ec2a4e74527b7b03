import { type Inputs, readInputs } from './github/inputs.js';
import { annotate, annotateBug, annotateMistake, below, printUntrusted, setResults, setSheet, summarise } from './github/publish.js';
import { annotationPrefix, resultPath, workspaceOf } from './github/workspace.js';
import { TOOL } from './model/tool.js';
import { UserError } from './model/user-error.js';
import { exitCode } from './verbs/exit-code.js';
import { failureCode } from './verbs/failure.js';
import { readSheets } from './verbs/merge.js';
import { writeWhole } from './verbs/publish.js';
import { type ScanSettings, settle } from './verbs/settings.js';

/**
 * The Action: inputs -> settings -> scan, shard or merge -> log, annotations, job summary, outputs, exit code. Nothing that the
 * scanned repository names is executed, whatever the event.
 */
async function run(): Promise<number> {
  const inputs = readInputs();
  log(`${TOOL.name} ${TOOL.version}\n\n`);
  const settings = await settle({
    cwd: workspaceOf(process.env),
    env: process.env,
    by: 'the inputs',
    // The whole workspace: the folder of a configured service may still be taken.
    dir: inputs.directory === '.' ? undefined : inputs.directory,
    contracts: inputs.contracts,
    basePath: inputs['base-path'],
    service: inputs.service,
    config: inputs.config,
    depth: inputs.depth,
    maxViolations: inputs['max-violations'],
  });
  return inputs.mode === 'shard' ? shard(inputs, settings) : compare(inputs, settings);
}

async function shard(inputs: Inputs, { request }: ScanSettings): Promise<number> {
  const { collectFacts } = await import('./scan.js');
  const { printSheet } = await import('./facts/sheet-parse.js');
  const [index = 1, total = 1] = (inputs.shard ?? '1/1').split('/').map(Number);
  const path = resultPath(inputs.output, `tallystick-sheet-${index}-of-${total}.json`, process.env);
  writeWhole(path, printSheet(await collectFacts({ ...request, infer: inputs.infer, shard: { index, total } })));
  setSheet(path);
  log(`Shard ${index} of ${total}: ${path}\n`);
  return 0;
}

async function compare(inputs: Inputs, { request, maxViolations }: ScanSettings): Promise<number> {
  const { analyse, scan } = await import('./scan.js');
  const analysis =
    inputs.mode === 'merge'
      ? await analyse(request, readSheets(inputs.sheets, workspaceOf(process.env)))
      : await scan({ ...request, infer: inputs.infer });

  const { json } = await import('./reports/json.js');
  const { text } = await import('./reports/terminal.js');
  printUntrusted(text.render(analysis, { maxViolations, color: (process.env.NO_COLOR ?? '') === '' }), log);
  if (inputs.annotations) annotate(below(annotationPrefix(request.repository, workspaceOf(process.env)), analysis), log);
  if (inputs.summary) await summarise({ analysis });
  const report = resultPath(inputs.output, 'report.json', process.env);
  writeWhole(report, json.render(analysis, { maxViolations }));
  setResults(analysis, report);
  return exitCode(analysis, inputs['fail-on']);
}

function log(text: string): void {
  process.stdout.write(text);
}

try {
  process.exitCode = await run();
} catch (error) {
  if (error instanceof UserError) annotateMistake(error);
  else annotateBug(error, log);
  process.exitCode = failureCode(error);
}
