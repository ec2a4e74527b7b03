/** The code of what the system reports (`ENOENT`); undefined: it is another kind of error. Errors of the system have no one class. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
