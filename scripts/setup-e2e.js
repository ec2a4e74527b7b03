/**
 * `npm run setup:e2e`: installs the programs that some tests need and npm does not bring: Chromium, fonts for the pictures of
 * the README, and pytest. For Debian; elsewhere it says what to install. And both versions of Node that run the action, into npm's cache.
 */
import { spawnSync } from 'node:child_process';

const PACKAGES = ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji', 'python3-pytest'];

const run = (/** @type {string[]} */ words) => {
  const asRoot = process.getuid?.() === 0;
  const [program = '', ...rest] = asRoot ? words : ['sudo', ...words];
  return spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
};

for (const major of ['20', '24']) {
  const words = ['--yes', '--package', `node@${major}`, 'node', '--version'];
  const { status } = spawnSync('npx', words, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exitCode = 1;
}

if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) {
  console.error(`There is no apt-get here. Install ${PACKAGES.join(', ')}, or let CHROMIUM name a Chromium or Chrome.`);
  process.exitCode = 1;
} else if (!run(['apt-get', 'update']) || !run(['apt-get', 'install', '-y', ...PACKAGES])) {
  process.exitCode = 1;
}
