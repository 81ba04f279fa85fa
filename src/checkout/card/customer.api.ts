import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { OwnCustomer, WhyNoCustomer } from '#accounts/account/own-customer.actions.server.ts'
import {
  createOwnCustomer,
  updateOwnCustomer,
} from '#accounts/account/own-customer.actions.server.ts'
import { callerOf } from '#accounts/sessions/viewer.api.ts'
import { ApiError } from '#platform/api/errors.api.ts'
import { inTime } from '#platform/api/in-time.api.ts'
import { operation } from '#platform/api/operation.api.ts'
import type { Services } from '#platform/services/services.ts'

import { requireTrueRecords } from '../record-claims.api.ts'
import { createUser, updateUser } from './card-contract.api.ts'
import { customerSentence } from './card.copy.ts'

const statusOf = {
  disagrees: 400,
  'no-customer': 404,
  'too-many-calls': 429,
  'provider-away': 503,
  'provider-refused': 503,
} as const satisfies Record<WhyNoCustomer, number>

/** The customer at the payment provider of the signed-in user, whose profile is its only source. */
export const customerRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services },
) => {
  app.post(
    '/create_user',
    operation({
      summary: 'The member’s payment customer, created from the profile if there is none.',
      about: 'customers',
      who: 'member',
      ...createUser,
      refusals: [429],
    }),
    async (request) => {
      const viewer = callerOf(request)
      const user = request.body?.user
      await requireTrueRecords(services, viewer, { user }, customerSentence.disagrees)
      return responseOf(createOwnCustomer(services, { id: viewer.id, address: request.ip }, user))
    },
  )

  app.post(
    '/update_user',
    operation({
      summary: 'Makes the member’s payment customer agree with the profile.',
      about: 'customers',
      who: 'member',
      ...updateUser,
      refusals: [404, 429],
    }),
    async (request) => {
      const viewer = callerOf(request)
      const { stripeId, user } = request.body
      await requireTrueRecords(services, viewer, { user }, customerSentence.disagrees)
      return responseOf(
        updateOwnCustomer(services, { id: viewer.id, address: request.ip }, stripeId, user),
      )
    },
  )
}

async function responseOf(settling: Promise<OwnCustomer>) {
  const settled = await inTime(settling, { ok: false, reason: 'provider-away' } as const)
  if (settled.ok) return { ...settled.customer, object: 'customer' as const }
  const { reason } = settled
  throw new ApiError(statusOf[reason], reason, customerSentence[reason])
}
