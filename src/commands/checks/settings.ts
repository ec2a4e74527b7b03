import { UserError } from '../../model/user-error.js';
import type { Check } from '../../reports/preflight.js';
import type { ScanSettings, Wishes } from '../settings.js';

/** Checks the settings. A broken configuration gives no settings. */
export async function settingsCheck(wishes: Wishes): Promise<{ readonly check: Check; readonly settings?: ScanSettings }> {
  const { settle } = await import('../settings.js');
  try {
    const settings = await settle(wishes);
    const message = settings.notes.length === 0 ? sourceOf(settings, wishes) : settings.notes.join(' ').replace(/\.$/, '');
    return { check: { name: 'configuration', status: 'ok', message }, settings };
  } catch (error) {
    return { check: broken('configuration', error) };
  }
}

/** Counts the contracts that can be read. */
export async function contractsCheck({ request, resolved }: ScanSettings): Promise<Check> {
  const { selectContracts } = await import('../../contracts/select.js');
  try {
    const { contracts, skipped } = await selectContracts(request);
    const passed =
      skipped.length === 0
        ? ''
        : `; not read: ${skipped
            .map(({ file }) => file)
            .slice(0, 5)
            .join(', ')}`;
    const names = contracts
      .map(({ id }) => id)
      .slice(0, 5)
      .join(', ');
    const more = contracts.length > 5 ? ` and ${contracts.length - 5} more` : '';
    return { name: 'contracts', status: 'ok', message: `${contracts.length} read: ${names}${more}${passed}` };
  } catch (error) {
    const check = broken('contracts', error);
    // Errors with a location are broken contracts. Without one no contract was found, but the engine may have them.
    const isNone = error instanceof UserError && error.location === undefined;
    if (!isNone || !resolved.config.contract_engine.enabled) return check;
    return {
      ...check,
      status: 'warning',
      hint: '`validate` reads the contracts of the Contract Engine; `scan` needs a file.',
    };
  }
}

function sourceOf({ resolved }: ScanSettings, { depth }: Wishes): string {
  const { config, setBy } = resolved;
  const byFile = Object.keys(config)
    .map((section) => setBy([section]))
    .find((by) => by !== 'default' && !by.startsWith('depth'));
  const preset = depth === undefined ? '' : `, with the depth ${depth}`;
  return `${byFile === undefined ? 'the defaults' : byFile.replace(/:\d+$/, '')}${preset}`;
}

/** Turns a UserError into a check; other errors are bugs and are thrown. */
function broken(name: string, error: unknown): Check {
  if (!(error instanceof UserError)) throw error;
  const { message, hint, location } = error;
  const where = location === undefined ? '' : `${location.file}:${location.line}: `;
  return {
    name,
    status: 'failed',
    message: `${where}${message.replace(/\.$/, '')}`,
    hint: hint ?? 'Fix it. Nothing is compared until then.',
  };
}
