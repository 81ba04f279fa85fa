import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

import type { AddressField } from '../address/address.rules.ts'

/** A moment in time, in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The id of the row that this row belongs to, and is deleted with. */
export const ownerId = (name: string, owner: () => AnyPgColumn) =>
  uuid(name).notNull().references(owner, { onDelete: 'cascade' })

/** An address in columns of its own; a state is its two-letter postal code, or empty. */
export const addressColumns = () =>
  ({
    address: text('address').notNull().default(''),
    addressExtra: text('address_extra').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    zipCode: text('zip_code').notNull().default(''),
  }) satisfies Record<AddressField, unknown>
