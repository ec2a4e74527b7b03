import { isAbsolute } from 'node:path';
import { isSecretName } from '../../model/secrets.js';

/** What programs need to run at all: where things are, who runs them, which language they speak. */
const PASSED: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'TERM'],
  ...['VIRTUAL_ENV', 'JAVA_HOME', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Windows
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE', 'PROGRAMDATA'],
  ...['PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'USERNAME', 'USERPROFILE', 'WINDIR'],
]);

/**
 * All that a server is told of the environment (seed 000, SEC-001): an allow-list, and the settings that are meant for it. Nothing
 * whose name speaks of a secret is passed, not even as a setting.
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

/** A relative entry of `PATH` leads into whatever folder the server is started in. */
function withoutRelative(name: string, value: string): string {
  if (name.toUpperCase() !== 'PATH') return value;
  const separator = process.platform === 'win32' ? ';' : ':';
  return value.split(separator).filter(isAbsolute).join(separator);
}
