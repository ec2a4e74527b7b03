import { callsOf, outlineOf, stated } from './stated.js';

const JAVA = `package shop.orders;

import shop.store.Store;
import static shop.store.Texts.escape;
import shop.shared.*;

/** Keeps orders. */
@RestController
public class Orders extends Base {
    private final Store store;

    /** Adds one. */
    @PostMapping("/orders")
    public Order create(OrderDto dto) {
        // store.save(nothing);
        String text = "save(never)";
        return store.<Order>save(new Order(escape(dto.name())));
    }

    enum Status { OPEN }
}
`;

const KOTLIN = `package shop.orders

import shop.store.Store as Keeper

/** An order. */
data class Order(val id: Int)

class Orders(private val store: Keeper) {
    fun create(id: Int): Order {
        println("save(never)")
        return store.save(Order(id))
    }
}

fun Order.total() = lines().sumOf { it.price }
`;

describe('symbols of Java and Kotlin', () => {
  it('tells what Java defines, with its head and its lines', async () => {
    const read = await stated('src/main/java/shop/orders/Orders.java', JAVA);
    expect(read.namespace).toBe('shop.orders');
    expect(outlineOf(read)).toEqual([
      '9-21 class Orders: public class Orders extends Base',
      '10 own property Orders.store: private final Store store;',
      '14-18 method Orders.create: public Order create(OrderDto dto)',
      '20 enum Orders.Status: enum Status',
    ]);
    expect(read.symbols.map(({ comment }) => comment)).toEqual(['Keeps orders.', '', 'Adds one.', '']);
  });

  it('finds calls of Java in code, not in comments and texts', async () => {
    const read = await stated('src/main/java/shop/orders/Orders.java', JAVA);
    expect(callsOf(read).filter((each) => !each.includes('Mapping'))).toEqual([
      '17 Orders.create > save',
      '17 Orders.create > Order',
      '17 Orders.create > escape',
      '17 Orders.create > dto.name',
    ]);
  });

  it('tells classes that are imported with their packages', async () => {
    expect((await stated('Orders.java', JAVA)).imports).toEqual([
      { specifier: 'shop.store', names: [{ imported: 'Store', local: 'Store' }] },
      { specifier: 'shop.store', names: [{ imported: 'Texts', local: 'Texts' }] },
      { specifier: 'shop.shared', names: [{ imported: '*', local: '*' }] },
    ]);
  });

  it('tells what Kotlin defines and calls', async () => {
    const read = await stated('src/main/kotlin/shop/orders/Orders.kt', KOTLIN);
    expect(outlineOf(read).filter((each) => !each.includes(' property '))).toEqual([
      '6 class Order: data class Order(val id: Int)',
      '8-13 class Orders: class Orders(private val store: Keeper)',
      '9-12 method Orders.create: fun create(id: Int): Order',
      '15 function total: fun Order.total()',
    ]);
    expect(callsOf(read)).toEqual([
      '10 Orders.create > println',
      '11 Orders.create > store.save',
      '11 Orders.create > Order',
      '15 total > lines',
    ]);
    expect(read.imports).toEqual([{ specifier: 'shop.store', names: [{ imported: 'Store', local: 'Keeper' }] }]);
  });
});
