import { text } from 'drizzle-orm/pg-core'

import type { AddressField } from './address.rules.ts'

/** An address in columns of its own; a state is its two-letter postal code, or empty. */
export const addressColumns = () =>
  ({
    address: text('address').notNull().default(''),
    addressExtra: text('address_extra').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    zipCode: text('zip_code').notNull().default(''),
  }) satisfies Record<AddressField, unknown>
