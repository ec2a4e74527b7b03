import { cacheDirectory } from '../../src/commands/cache-directory.js';

describe('the folder of the cache', () => {
  test.each([
    ['linux', { HOME: '/home/me' }, '/home/me/.cache/tallystick'],
    ['linux', { HOME: '/home/me', XDG_CACHE_HOME: '/var/cache/me' }, '/var/cache/me/tallystick'],
    ['linux', { HOME: '/home/me', XDG_CACHE_HOME: 'relative' }, '/home/me/.cache/tallystick'],
    ['darwin', { HOME: '/Users/me' }, '/Users/me/Library/Caches/tallystick'],
    ['linux', {}, undefined],
    ['linux', { HOME: '' }, undefined],
    ['win32', { USERPROFILE: '/c/me', LOCALAPPDATA: '/c/me/local' }, '/c/me/local/tallystick'],
  ] as const)('on %s with %j is %s', (platform, env, folder) => {
    expect(cacheDirectory(env, platform)).toBe(folder);
  });
});
