import type { Profile } from '../profile.js';

/** What the extractor resolves for FastAPI, and what stays unresolved. */
export const fastapiProfile: Profile = {
  id: 'python/fastapi',
  title: 'FastAPI',
  // https://fastapi.tiangolo.com/tutorial/path-params/#order-matters; unlike Starlette, its routes do not answer HEAD
  matching: { firstMatch: true, slashCounts: true, headByGet: false },
  resolves: [
    'apps and routers in any file, made in functions too, or kept by an instance (`self.router`); `include_router` and `mount` with prefixes from constants and settings',
    'decorators by method, `api_route`, `add_api_route`; `response_model`, `status_code`, `response_class`, return annotations',
    'pydantic 1 and 2, SQLModel, dataclasses and TypedDict: aliases, alias generators, inheritance, generics, computed fields; returned dictionaries',
    'responses that are returned as such (`JSONResponse(...)`); response classes of the service by their `render`, `default_response_class`',
  ],
  gaps: [
    'paths and prefixes that are only known when the service runs',
    '`response_model_include` and `response_model_exclude`: the body is unknown; with `response_model_exclude_unset` what was set of models that are made elsewhere',
  ],
  unnamed: true,
  signals: (text) => /\bfastapi\b|APIRouter\b|\.include_router\(/.test(text),
};
