import { segmentPath } from '../../src/model/segment-path.js';

describe('a path whose parameters end with their segments', () => {
  it.each([
    ['/users/:id', '/users/{id}'],
    ['/e/:account-id/assets', '/e/{account-id}/assets'],
    ['/:from-:to', '/{from-:to}'],
    ['/files/:name.json', '/files/{name.json}'],
    ['/user_:name/', '/user_{name}'],
    ['/files/*path', '/files/{path*}'],
    ['/files/*', '/files/{rest*}'],
    ['/v1/items\\:batch', '/v1/items:batch'],
    ['', '/'],
  ])('%s', (path, template) => {
    expect(segmentPath(path)).toBe(template);
  });
});
