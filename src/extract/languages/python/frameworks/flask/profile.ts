import type { Profile } from '../profile.js';

/** What the extractor resolves for Flask, and what stays unresolved. */
export const flaskProfile: Profile = {
  id: 'python/flask',
  title: 'Flask',
  unnamed: true,
  signals: (text) =>
    /\b(?:api)?flask\w*\b|\bquart\b|\bBlueprint\b|\.register_blueprint\(|\bMethodView\b|\.add_resource\(/.test(text),
};
