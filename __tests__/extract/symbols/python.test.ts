import { callsOf, outlineOf, stated } from './stated.js';

const SOURCE = `from .store import save as keep
from app import models
import os.path

LIMIT = 5


@dataclass
class Order(Base):
    """An order of a customer."""

    def total(self, lines: list[int]) -> int:
        # sum(nothing)
        return sum(lines) + self.rest()

    class Meta:
        name = "keep(never)"


async def create(
    order: Order,
) -> None:
    """Keeps an order."""
    keep(order)
    models.Order.objects.create(**order)


def _own():
    def inner():
        return create(None)
    return inner
`;

describe('symbols of Python', () => {
  it('tells what is defined, with its head and its lines', async () => {
    expect(outlineOf(await stated('app/orders.py', SOURCE))).toEqual([
      '5 variable LIMIT: LIMIT = 5',
      '9-16 class Order: class Order(Base)',
      '12-14 own method Order.total: def total(self, lines: list[int]) -> int',
      '16 own class Order.Meta: class Meta',
      '20-25 function create: async def create( order: Order, ) -> None',
      '28-31 own function _own: def _own()',
      '29-30 own function _own.inner: def inner()',
    ]);
  });

  it('reads documentation strings', async () => {
    const { symbols } = await stated('app/orders.py', SOURCE);
    expect(symbols.filter(({ comment }) => comment !== '').map(({ name, comment }) => `${name}: ${comment}`)).toEqual([
      'Order: An order of a customer.',
      'create: Keeps an order.',
    ]);
  });

  it('finds calls in code, not in comments and texts', async () => {
    expect(callsOf(await stated('app/orders.py', SOURCE))).toEqual([
      '14 Order.total > sum',
      '14 Order.total > self.rest',
      '24 create > keep',
      '25 create > objects.create',
      '30 _own.inner > create',
    ]);
  });

  it('tells what is imported; a name may be a module of the package', async () => {
    const { imports } = await stated('app/orders.py', SOURCE);
    expect(imports.map(({ specifier }) => specifier)).toEqual(['.store', '.store.save', 'app', 'app.models', 'os.path', 'os']);
  });
});
