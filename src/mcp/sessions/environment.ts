import { isAbsolute } from 'node:path';
import { isSecretName } from '../../model/secrets.js';

/** Variables that programs need to run: paths, user, language. */
const PASSED: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'TERM'],
  ...['VIRTUAL_ENV', 'JAVA_HOME', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Windows
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE', 'PROGRAMDATA'],
  ...['PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'USERNAME', 'USERPROFILE', 'WINDIR'],
]);

/**
 * The environment of a server (SEC-001): an allow-list, and the settings for it. Variables with secret names are never passed,
 * not even as settings.
 */
export function serverEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  settings: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const passed = Object.entries(env).flatMap(([name, value]) => (isPassed(name, value) ? [[name, value ?? '']] : []));
  const set = Object.entries(settings).filter(([name, value]) => value !== '' && !isSecretName(name));
  return Object.fromEntries([...passed.map(([name = '', value = '']) => [name, withoutRelative(name, value)]), ...set]);
}

function isPassed(name: string, value: string | undefined): boolean {
  const upper = name.toUpperCase();
  // Old shells run a value that begins like a function.
  return value !== undefined && !value.startsWith('()') && (PASSED.has(upper) || /^LC_[A-Z]+$/.test(upper));
}

/** Relative entries of `PATH` would depend on the folder in which the server starts. */
function withoutRelative(name: string, value: string): string {
  if (name.toUpperCase() !== 'PATH') return value;
  const separator = process.platform === 'win32' ? ';' : ':';
  return value.split(separator).filter(isAbsolute).join(separator);
}
