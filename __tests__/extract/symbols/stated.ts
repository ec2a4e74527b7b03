import { extensionOf } from '../../../src/extract/conventions.js';
import { languages } from '../../../src/extract/languages/index.js';
import { qualifiedName, type SourceSymbols } from '../../../src/extract/symbols.js';

/** What a source says, as a list that reads well. */
export async function stated(path: string, text: string): Promise<SourceSymbols> {
  const language = languages.find(({ extensions }) => extensions.includes(extensionOf(path)));
  await language?.prepareSymbols?.();
  const read = language?.symbols?.(path, text);
  if (read === undefined) throw new Error(`No language reads ${path}.`);
  return read;
}

/** `3-5 class Orders: class Orders`. */
export function outlineOf({ symbols }: SourceSymbols): readonly string[] {
  return symbols.map((each) => {
    const lines = each.line === each.endLine ? `${each.line}` : `${each.line}-${each.endLine}`;
    return `${lines} ${each.exported ? '' : 'own '}${each.kind} ${qualifiedName(each)}: ${each.signature}`;
  });
}

/** `7 create > orders.save`. */
export function callsOf({ calls }: SourceSymbols): readonly string[] {
  return calls.map(({ line, caller, receiver, name }) => `${line} ${caller} > ${receiver === '' ? '' : `${receiver}.`}${name}`);
}
