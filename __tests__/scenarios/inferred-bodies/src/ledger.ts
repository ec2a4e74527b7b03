export interface Entry {
  id: string;
  amount: number;
  memo: string | null;
}
export class Ledger {
  private readonly known = new Map<string, Entry>();
  entries() {
    return [...this.known.values()];
  }
  entry(id: string) {
    return this.known.get(id);
  }
  balance() {
    return this.entries().reduce((all, entry) => ({ count: all.count + 1, sum: all.sum + entry.amount }), { count: 0, sum: 0 });
  }
}
