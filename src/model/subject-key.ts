/** The identity of a subject among several contracts. */
export function subjectKey(of: { readonly contract: string; readonly subject: string }): string {
  return JSON.stringify([of.contract, of.subject]);
}
