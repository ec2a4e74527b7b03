import { statusNamed } from '../../src/model/http-status.js';

test.each([
  ['NO_CONTENT', 204],
  ['NoContent', 204],
  ['no_content', 204],
  ['OK', 200],
  ['NonAuthoritativeInfo', 203],
  ['IM_A_TEAPOT', 418],
  ['TeapotShop', undefined],
  ['', undefined],
  ['constructor', undefined],
])('the status called %p is %p', (name, code) => {
  expect(statusNamed(name)).toBe(code);
});
