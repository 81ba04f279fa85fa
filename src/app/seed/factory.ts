import { randomUUID } from 'node:crypto'

import { shipToRules } from '#catalogue/destinations/ship-to.rules.ts'
import { shippingPrice, shippingTier } from '#catalogue/destinations/shipping.rules.ts'
import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { checkoutLines, checkouts } from '#catalogue/tables.ts'
import { sellFreeStock } from '#catalogue/wines/products.store.server.ts'
import { catalogue } from '#catalogue/wines/seeded-wines.store.server.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

type Buyer = {
  id: string
  email: string
  firstName: string
  lastName: string
  address?: string
  city?: string
  state?: string
  zipCode?: string
  phone?: string
}

const day = 24 * 60 * 60 * 1000

/**
 * Writes a paid order in the past with all rows of a real one. `index` determines its age and its wine, and
 * the number of cases unless that is given;
 * 7.25 % tax. Returns its id.
 */
export async function seedOrder(
  db: Queryable,
  buyer: Buyer,
  index: number,
  quantity = (index % 3) + 1,
): Promise<string> {
  const wine = catalogue[index % catalogue.length]!
  const subtotal = wine.priceCents * quantity
  const tax = lineTax(subtotal, 7.25)
  const shipping = shippingPrice('ground', quantity)!
  const at = new Date(Date.now() - (index * 83 + 20) * day)
  const id = randomUUID()
  const shipTo: ShipToRecord = {
    name: `${buyer.firstName} ${buyer.lastName}`,
    phone: buyer.phone ?? '',
    birthdate: null,
    ...noAddress,
    address: buyer.address ?? '',
    city: buyer.city ?? '',
    state: buyer.state ?? '',
    zipCode: buyer.zipCode ?? '',
    rules: shipToRules,
    statement: '',
  }
  const figures = {
    ...withTotal({ subtotalCents: subtotal, shippingCents: shipping, taxCents: tax }),
    shippingMethod: 'ground' as const,
    channel: 'cart' as const,
    userId: buyer.id,
    shipTo,
  }
  const line = {
    productId: wine.id,
    description: `${wine.title}, ${wine.subtitle}`,
    quantity,
    unitPriceCents: wine.priceCents,
    taxCents: tax,
  }
  if (!shippingTier(quantity)) throw new Error(`No shipping tier for ${quantity} cases`)
  // Together, as a purchase writes them: the record of an order is of its lines.
  return db.transaction(async (tx) => {
    await tx.insert(checkouts).values({
      ...figures,
      id,
      state: 'paid',
      fingerprint: `seed ${id}`,
      sessionId: `cs_seed_${id}`,
      startedAt: at,
      expiresAt: at,
      endedAt: at,
    })
    await tx.insert(checkoutLines).values({ ...line, checkoutId: id })
    await sellFreeStock(tx, id, [line])
    const [order] = await tx
      .insert(orders)
      .values({
        ...figures,
        checkoutId: id,
        sessionId: `cs_seed_${id}`,
        email: buyer.email,
        name: shipTo.name,
        thankedAt: at,
        createdAt: at,
      })
      .returning({ id: orders.id })
    await tx.insert(orderLines).values({ ...line, orderId: order!.id })
    return order!.id
  })
}
