/** Suffixes that a type may add to the name of its model. */
export const MODEL_SUFFIXES: readonly string[] = [
  ...['Dto', 'Model', 'Response', 'Resource', 'View', 'ViewModel', 'Schema', 'Type', 'Data', 'Payload', 'Message', 'Event'],
  ...['Out', 'Read', 'Json'],
];

/** How the name of a type matches that of a model. */
export interface ModelName {
  /** The model's name, folded. */
  readonly model: string;
  /** Without a suffix or prefix. */
  readonly isExact: boolean;
}

/** Removes what differs between naming styles: `OrderLine`, `order-line`, `order_line`. */
export function foldModel(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The model (folded names) that a type is named after: exactly, as an interface (`IOrder`), or with a suffix (`OrderDto`). A
 * model whose own name ends in a suffix matches by its whole name first.
 */
export function modelNamed(type: string, models: ReadonlySet<string>, suffixes: readonly string[]): ModelName | undefined {
  const folded = foldModel(type);
  if (models.has(folded)) return { model: folded, isExact: true };
  const bare = /^I[A-Z]/.test(type) ? foldModel(type.slice(1)) : folded;
  if (models.has(bare)) return { model: bare, isExact: true };
  for (const suffix of suffixes.map(foldModel)) {
    const model = suffix !== '' && bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : undefined;
    if (model !== undefined && models.has(model)) return { model, isExact: false };
  }
  return undefined;
}
