import { callsOf, outlineOf, stated } from './stated.js';

const SOURCE = `using Shop.Store;
global using Shop.Shared;
using static System.Math;

namespace Shop.Orders;

/// <summary>Keeps orders.</summary>
[ApiController]
public class OrdersController : ControllerBase
{
    private readonly Database _db;

    /// Adds one.
    [HttpPost]
    public async Task<Order> Create(OrderDto dto)
    {
        // Audit(nothing);
        var text = "Audit(never)";
        await _db.Orders.AddAsync(Map<Order>(dto));
        return new Order(dto.Id);
    }

    private static T Map<T>(OrderDto dto) => Mapper.To<T>(dto);
}

public record OrderDto(int Id);
`;

describe('symbols of C#', () => {
  it('tells what is defined, with its head and its lines', async () => {
    const read = await stated('Orders/OrdersController.cs', SOURCE);
    expect(read.namespace).toBe('Shop.Orders');
    expect(outlineOf(read)).toEqual([
      '9-24 class OrdersController: public class OrdersController : ControllerBase',
      '11 own property OrdersController._db: private readonly Database _db;',
      '15-21 method OrdersController.Create: public async Task<Order> Create(OrderDto dto)',
      '23 own method OrdersController.Map: private static T Map<T>(OrderDto dto)',
      '26 record OrderDto: public record OrderDto(int Id)',
    ]);
  });

  it('finds calls in code, not in comments and texts', async () => {
    expect(callsOf(await stated('Orders/OrdersController.cs', SOURCE))).toEqual([
      '19 OrdersController.Create > Orders.AddAsync',
      '19 OrdersController.Create > Map',
      '20 OrdersController.Create > Order',
      '23 OrdersController.Map > Mapper.To',
    ]);
  });

  it('tells the namespaces that it uses', async () => {
    expect((await stated('Orders/OrdersController.cs', SOURCE)).imports).toEqual([
      { specifier: 'Shop.Store', names: [{ imported: '*', local: '*' }] },
      { specifier: 'Shop.Shared', names: [{ imported: '*', local: 'global' }] },
      { specifier: 'System', names: [{ imported: 'Math', local: 'Math' }] },
    ]);
  });
});
