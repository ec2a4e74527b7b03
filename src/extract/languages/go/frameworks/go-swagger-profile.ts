import type { Profile } from '../../../extractor.js';

/** What every file is asked for go-swagger. */
export const goSwaggerProfile: Profile = {
  id: 'go/go-swagger',
  title: 'go-swagger',
  // https://github.com/go-openapi/runtime: each method has its own registration
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/go-openapi\/runtime\/middleware\b|\/operations(?:\/\w{1,100})?"/.test(text),
};
