import { foldModel } from '../../model/model-names.js';
import { compareTexts } from '../../model/text-order.js';
import type { CodeModel } from '../codebase.js';
import type { Declaration } from '../fact.js';
import type { FactSheet } from '../fact-sheet.js';
import type { FileScope } from '../program.js';
import { type Resolver, refill } from '../values/target.js';
import { dataOf } from './shapes.js';

/** The definitions of the models that the scan found, as the JSON of their values. */
export function linkModels(resolver: Resolver, { models }: FactSheet): readonly CodeModel[] {
  const found: CodeModel[] = [];
  const tables = new Set(models?.tables);
  for (const { file, name } of models?.types ?? []) {
    const scope = resolver.program.files.get(file);
    const declared = scope && declaredAs(scope, name);
    if (scope === undefined || declared === undefined) continue;
    refill(resolver);
    const { shape } = dataOf(resolver, { expression: { kind: 'declared', file, name: declared.name }, site: { file } });
    if (shape === undefined) continue;
    const isTable = tables.has(`${file}#${name}`) || tables.has(`${file.slice(file.lastIndexOf('.'))}#${name}`);
    const language = scope.facts.language;
    found.push({ name, shape, ...(isTable && { table: true }), language, at: { file, ...declared.at } });
  }
  return found.sort(
    (a, b) => compareTexts(foldModel(a.name), foldModel(b.name)) || compareTexts(a.at.file, b.at.file) || a.at.line - b.at.line,
  );
}

/** A declaration by its own name, or inside another type or a namespace. */
function declaredAs({ declarations }: FileScope, name: string): Declaration | undefined {
  const own = declarations.get(name)?.[0];
  if (own !== undefined) return own;
  for (const [key, [first]] of declarations) if (key.split(/[.#+$]/).at(-1) === name) return first;
  return undefined;
}
