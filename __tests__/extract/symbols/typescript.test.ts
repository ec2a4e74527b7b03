import { callsOf, outlineOf, stated } from './stated.js';

const SOURCE = `import { save as keep, type Order } from './store.js';
import * as path from 'node:path';
export * from './more.js';

/** Keeps orders. */
@Injectable()
export class Orders extends Base {
  #count = 0;
  constructor(private readonly repository: Repository) { super(); }
  /** Adds one. */
  async add(order: Order): Promise<void> {
    // keep(nothing);
    const text = "keep(never)";
    await keep<Order>(order);
    this.repository.insert(order);
    new Audit().write(\`of \${describe(order)}\`);
  }
}

export const total = (orders: Order[]) => orders.length;
const limit = 5;
export interface Named { readonly name: string }
export type Id = string;
export enum Status { Open }
export default function Page() { return <List items={[total([])]} />; }
function local() { const inner = () => limit; return inner(); }
`;

describe('symbols of TypeScript', () => {
  it('tells what is defined, with its head and its lines', async () => {
    expect(outlineOf(await stated('src/orders.tsx', SOURCE))).toEqual([
      '7-18 class Orders: @Injectable() export class Orders extends Base',
      '8 property Orders.#count: #count',
      '11-17 method Orders.add: async add(order: Order): Promise<void>',
      '20 function total: export const total = (orders: Order[])',
      '21 own constant limit: const limit',
      '22 interface Named: export interface Named',
      '23 type Id: export type Id = string;',
      '24 enum Status: export enum Status',
      '25 function Page: export default function Page()',
      '26 own function local: function local()',
    ]);
  });

  it('reads the comment above', async () => {
    const { symbols } = await stated('src/orders.tsx', SOURCE);
    expect(symbols.filter(({ comment }) => comment !== '').map(({ name, comment }) => `${name}: ${comment}`)).toEqual([
      'Orders: Keeps orders.',
      'add: Adds one.',
    ]);
  });

  it('finds calls in code, not in comments and texts, with the symbol around them', async () => {
    expect(callsOf(await stated('src/orders.tsx', SOURCE))).toEqual([
      '6 Orders > Injectable',
      '14 Orders.add > keep',
      '15 Orders.add > repository.insert',
      '16 Orders.add > Audit.write',
      '16 Orders.add > Audit',
      '16 Orders.add > describe',
      '25 Page > List',
      '25 Page > total',
      '26 local > inner',
    ]);
  });

  it('tells what is imported under which name, and what is passed on whole', async () => {
    expect((await stated('src/orders.tsx', SOURCE)).imports).toEqual([
      {
        specifier: './store.js',
        names: [
          { imported: 'save', local: 'keep' },
          { imported: 'Order', local: 'Order' },
        ],
      },
      { specifier: 'node:path', names: [{ imported: '*', local: 'path' }] },
      { specifier: './more.js', names: [], whole: true },
    ]);
  });

  it('keeps what a framework may find by its decorator', async () => {
    const { symbols } = await stated('src/orders.tsx', SOURCE);
    const retained = symbols.filter(({ retained }) => retained).map(({ name }) => name);
    expect(retained).toEqual(['Orders', '#count', 'add', 'Page']);
  });

  it('counts words of texts as well, since a name may be looked up by one', async () => {
    const { words } = await stated('src/a.ts', "registry['makeOrder'](); // hidden\n");
    expect(words).toEqual([
      ['registry', 1],
      ['makeOrder', 1],
    ]);
  });
});
