import type { Profile } from '../profile.js';

/** What the extractor resolves for Starlette, Sanic and aiohttp, and what stays unresolved. */
export const asgiProfile: Profile = {
  id: 'python/asgi',
  title: 'Starlette, Sanic, aiohttp',
  unnamed: true,
  signals: (text) =>
    /^[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:starlette\.(?:applications|routing|responses)|sanic\b|aiohttp\b)/m.test(text),
};
