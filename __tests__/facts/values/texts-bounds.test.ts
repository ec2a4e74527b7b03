import { collect } from '../../../src/extract/collect.js';
import { languages } from '../../../src/extract/languages/index.js';
import { link } from '../../../src/facts/link.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

/** `P1 = P0 + P0`, `P2 = P1 + P1`, ...: what the last is doubles with each of them. */
const constants = (count: number): string =>
  Array.from({ length: count }, (_, index) => `  const string P${index + 1} = P${index} + P${index};`).join('\n');

const controller = (count: number): string => `using Microsoft.AspNetCore.Mvc;
[ApiController]
public class OrdersController : ControllerBase {
  const string P0 = "/a";
${constants(count)}
  [HttpGet(P${count})] public int All() => 1;
}
`;

const routesWith = async (count: number) => {
  const repository = folderOf({ 'OrdersController.cs': controller(count) });
  const { routes, gaps } = link(await collect({ repository, dir: repository, languages }));
  return { paths: routes.map(({ path }) => path), hidden: gaps.some(({ hides }) => hides !== undefined) };
};

test('a path is put together from constants that are made of constants', async () => {
  expect(await routesWith(2)).toEqual({ paths: ['/a/a/a/a'], hidden: false });
});

test('a path of too many parts is a gap, soon', async () => {
  expect(await routesWith(38)).toEqual({ paths: [], hidden: true });
});
