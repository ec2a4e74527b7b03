import type { Profile } from '../profile.js';

/** What the extractor resolves for FastAPI, and what stays unresolved. */
export const fastapiProfile: Profile = {
  id: 'python/fastapi',
  title: 'FastAPI',
  // https://fastapi.tiangolo.com/tutorial/path-params/#order-matters; unlike Starlette, its routes do not answer HEAD
  matching: { firstMatch: true, slashCounts: true, headByGet: false },
  unnamed: true,
  signals: (text) => /\bfastapi\b|APIRouter\b|\.include_router\(/.test(text),
};
