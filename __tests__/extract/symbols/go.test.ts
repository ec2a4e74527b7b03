import { callsOf, outlineOf, stated } from './stated.js';

const SOURCE = `package orders

import (
	"example.com/shop/store"
	log "github.com/sirupsen/logrus"
)

// Limit is the most.
const Limit = 5

// Service keeps orders.
type Service struct {
	db *store.DB
}

// Create keeps one.
func (s *Service) Create(ctx context.Context, o Order) error {
	// s.db.Insert(nothing)
	log.Info("Insert(never)")
	return s.db.Insert(ctx, convert[Order](o))
}

func convert[T any](o T) T { return o }
`;

describe('symbols of Go', () => {
  it('tells what is defined, with its head and its lines', async () => {
    const read = await stated('orders/orders.go', SOURCE);
    expect(read.namespace).toBe('orders');
    expect(outlineOf(read)).toEqual([
      '9 variable Limit: const Limit = 5',
      '12-14 struct Service: type Service struct',
      '17-21 method Service.Create: func (s *Service) Create(ctx context.Context, o Order) error',
      '23 own function convert: func convert[T any](o T) T',
    ]);
  });

  it('reads comments, and calls with the function around them', async () => {
    const read = await stated('orders/orders.go', SOURCE);
    expect(read.symbols.map(({ comment }) => comment)).toEqual([
      'Limit is the most.',
      'Service keeps orders.',
      'Create keeps one.',
      '',
    ]);
    expect(callsOf(read)).toEqual([
      '19 Service.Create > log.Info',
      '20 Service.Create > db.Insert',
      '20 Service.Create > convert',
    ]);
  });

  it('tells what is imported under which name', async () => {
    expect((await stated('orders/orders.go', SOURCE)).imports).toEqual([
      { specifier: 'example.com/shop/store', names: [{ imported: '*', local: 'store' }] },
      { specifier: 'github.com/sirupsen/logrus', names: [{ imported: '*', local: 'log' }] },
    ]);
  });
});
