/** What is made when it is first asked for, and kept. Where that failed, whoever asks next tries again. */
export function lazyValue<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
