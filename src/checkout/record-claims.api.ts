import { z } from 'zod'

import type { Viewer } from '#platform/access/signed-in.ts'
import { ApiError } from '#platform/api/errors.api.ts'
import type { Services } from '#platform/services/services.ts'

import type { RecordClaims } from './match-records.actions.server.ts'
import { matchesRecords } from './match-records.actions.server.ts'

const id = z.string().min(1).max(200)
const text = z.string().max(300)

/** A user as clients send it: an id, or a record that is compared with the signed-in customer. */
export const userClaim = z.union([
  id,
  z.looseObject({
    id: id.nullish(),
    clientUID: id.nullish(),
    email: text.nullish(),
    stripeCustomerId: text.nullish(),
    stripeId: text.nullish(),
    customerId: text.nullish(),
    customer: text.nullish(),
  }),
])

/** A product as clients send it: an id, or a record that is compared with the catalogue. */
export const productClaim = z.union([
  id,
  z.looseObject({
    id,
    title: text.nullish(),
    titleCart: text.nullish(),
    price: z
      .union([z.number(), text, z.looseObject({ unit_amount: z.number().int() })])
      .nullish()
      .describe('Dollars; cents as `unit_amount`.'),
  }),
])

/** Refuses with 400 what disagrees with the caller's own records or the catalogue. */
export async function requireTrueRecords(
  services: Services,
  viewer: Viewer | null,
  claims: RecordClaims,
  sentence: string,
): Promise<void> {
  if (!(await matchesRecords(services, viewer, claims)))
    throw new ApiError(400, 'disagrees', sentence)
}

export const productIdOf = (product: RecordClaims['product']): string | undefined =>
  typeof product === 'object' ? product.id : product
