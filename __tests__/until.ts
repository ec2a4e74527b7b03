/** Ends when something is so that other processes or servers bring about. It looks every few milliseconds: who looks without a pause takes a core away from them. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
