import { integer } from 'drizzle-orm/pg-core'

import type { Amount } from './amounts.rules.ts'

/** The amounts of a sum, those of `amounts.rules.ts`, and their total. */
export const amountColumns = () =>
  ({
    subtotalCents: integer('subtotal_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
  }) satisfies Record<Amount | 'totalCents', unknown>
