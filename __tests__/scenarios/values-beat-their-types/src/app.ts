import express from 'express';
import { getNested } from './nested.js';
const app = express();

interface Net { name?: string; chainId: number }
interface Row { id: number; mail?: string | null }
declare const rows: Row[];
const find = (id: string): Row => rows[Number(id)]!;

// the declared type lets be missing what the caller gives
const format = (contracts: { network: { name?: string; chainId: number } }) => ({ network: { name: contracts.network.name, chainId: contracts.network.chainId } });
app.get('/one', (req, res) => {
  res.json(format({ network: { name: 'x', chainId: 1 } }));
});
const formatWhole = (network: Net) => ({ network });
app.get('/one-whole', (req, res) => {
  res.json(formatWhole({ name: 'x', chainId: 1 }));
});
// another caller leaves it out
const format2 = (contracts: { network: { name?: string; chainId: number } }) => ({ network: { name: contracts.network.name, chainId: contracts.network.chainId } });
app.get('/two-a', (req, res) => { res.json(format2({ network: { name: 'x', chainId: 1 } })); });
app.get('/two-b', (req, res) => { res.json(format2({ network: { chainId: 1 } })); });
class Chains {
  get = () => { const network = this.net(); return this.fmt({ network }); };
  private net = () => ({ name: 'a', chainId: 3 });
  private fmt = (contracts: { network: { name?: string; chainId: number } }) => ({ network: { name: contracts.network.name, chainId: contracts.network.chainId } });
}
const chains = new Chains();
app.get('/three', (req, res) => { res.json(chains.get()); });

// a test of null alone
app.get('/four', (req, res) => {
  const user = find('1');
  if (user.mail === null) throw new Error('x');
  res.json(user);
});
app.get('/four-twin', (req, res) => {
  const user = find('1');
  if (user.mail === undefined) throw new Error('x');
  res.json(user);
});
app.get('/four-b', (req, res) => {
  const user = find('1');
  if (user.mail === null) throw new Error('x');
  res.json({ id: user.id, mail: user.mail });
});
app.get('/four-c', (req, res) => {
  const user = find('1');
  if (user.mail == null) throw new Error('x');
  res.json({ id: user.id, mail: user.mail });
});
app.get('/four-d', (req, res) => {
  const user = find('1');
  if (user.mail === null) { res.status(404).end(); return; }
  res.json(user);
});

// what helpers fill is checked by nobody
type Stats = Record<string, { count: number }>;
const fill = (out: any) => { out.a = 3; };
app.get('/filled', (req, res) => {
  const stats: Stats = {};
  fill(stats);
  res.json(stats);
});
const fees = async (): Promise<Record<string, Record<string, number>>> => {
  const res = {};
  for (const one of [{ year: '1', month: '2', fee: 3 }]) {
    const month = getNested(getNested(res, one.year), one.month);
    month.all = one.fee;
  }
  return res;
};
app.get('/filled-result', async (req, res) => { res.json(await fees()); });
app.get('/filled-typed', (req, res) => {
  const stats: Stats = {};
  stats['x'] = { count: 3 };
  res.json(stats);
});

// one literal that stands for two options
interface Car { kind: 'car'; id: number } interface Van { kind: 'van'; id: number }
app.get('/kind', (req, res) => {
  const a = Boolean(req.query.a);
  res.json({ kind: a ? 'car' : 'van', id: 1 });
});
app.get('/kind-bad', (req, res) => {
  const a = Boolean(req.query.a);
  res.json({ kind: a ? 'car' : 'bus', id: 1 });
});
// what makes instances, or looks at them before
class Item { constructor(readonly name: string, readonly tag: string | null) {} static of(name: string) { return new Item(name, 'plain'); } static none(name: string) { return new Item(name, null); } }
app.get('/item', (req, res) => { res.json(Item.of('x')); });
app.get('/item-null', (req, res) => { res.json(Item.none('x')); });
class Holder { value: string | null = null; check() { if (this.value === null) throw new Error('x'); } get() { this.check(); return { value: this.value }; } bad() { return { value: this.value }; } set(v: string) { this.value = v; } }
const holder = new Holder();
app.get('/held', (req, res) => { res.json(holder.get()); });
app.get('/held-bad', (req, res) => { res.json(holder.bad()); });
app.listen(3000);
