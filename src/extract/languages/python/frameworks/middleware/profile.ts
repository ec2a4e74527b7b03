import type { Profile } from '../profile.js';

/** Middleware detection, for all frameworks. */
export const middlewareProfile: Profile = {
  id: 'python/middleware',
  title: 'Middleware',
  signals: (text) =>
    /\bBaseHTTPMiddleware\b|\.middleware\(|\bafter_(?:app_)?request\b|\bprocess_response\b|\bget_response\b|\.set_data\(|\bdef[ \t]{1,9}finalize_response\b|["']http\.response\.body["']|\bjson_provider_class\b|\bjson_encoder\b|\bBASE_RESPONSE_SCHEMA\b|\.representation\(|\.json(?:\.(?:default|dumps|response))?[ \t]{0,9}=[ \t]{0,9}\w/.test(
      text,
    ),
};
