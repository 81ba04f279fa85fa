import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { callerOf } from '#accounts/sessions/viewer.api.ts'
import type { UserReference } from '#accounts/users/user-reference.rules.ts'
import { userReferenceOf } from '#accounts/users/user-reference.rules.ts'
import { ApiError } from '#platform/api/errors.api.ts'
import { operation } from '#platform/api/operation.api.ts'
import type { Services } from '#platform/services/services.ts'

import { ordersInSessions, ordersOnRecord } from './orders-on-record.actions.server.ts'

const id = z.string().min(1).max(200)

/** Whose payments to list: an id, or a record that identifies a user in one way or several. */
const userReference = z.union([
  id,
  z.looseObject({
    id: id.optional(),
    clientUID: id.optional(),
    email: z.string().max(200).optional(),
    stripeCustomerId: z.string().max(200).optional(),
  }),
])

const paymentIntentsByUser = {
  body: z.strictObject({ user: userReference.optional() }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('payment_intent'),
        created: z.number().int(),
        amount: z.number().int(),
        currency: z.literal('usd'),
        status: z.literal('succeeded'),
      }),
    ),
  }),
}

const customerSessions = {
  params: z.object({ stripeCustomerId: id }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('checkout.session'),
        created: z.number().int(),
        status: z.literal('complete'),
        amount_subtotal: z.number().int(),
        amount_total: z.number().int(),
      }),
    ),
  }),
}

const productsInSession = {
  body: z.array(id).max(100),
  response: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      amount_subtotal: z.number().int(),
      lineItems: z.array(
        z.object({
          description: z.string(),
          quantity: z.number().int(),
          price: z.object({ unit_amount: z.number().int() }),
        }),
      ),
    }),
  ),
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const noCustomer = () => new ApiError(404, 'not-found', 'There is no such customer.')

type UserRecord = Exclude<z.output<typeof paymentIntentsByUser.body>['user'], string | undefined>

/** Whether `id` and `clientUID`, two names of one field, differ. */
const disagree = (user: UserRecord | string | undefined): boolean =>
  typeof user === 'object' &&
  user.id !== undefined &&
  user.clientUID !== undefined &&
  user.id !== user.clientUID

const of = (user: UserRecord | undefined): UserReference => ({
  userId: user?.id ?? user?.clientUID,
  email: user?.email,
  stripeCustomerId: user?.stripeCustomerId === 'none' ? undefined : user?.stripeCustomerId,
})

/**
 * The member's payment history in the shapes of section 7, from our own orders. 404 for another
 * member's, the same as for one that does not exist.
 */
export const historyRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services },
) => {
  app.post(
    '/payment_intents_by_user',
    operation({
      summary: 'What a member has paid, newest first; staff may ask for anyone’s.',
      about: 'history',
      who: 'member',
      ...paymentIntentsByUser,
      refusals: [404],
    }),
    async (request) => {
      const viewer = callerOf(request)
      const { user } = request.body
      const orders = disagree(user)
        ? null
        : await ordersOnRecord(
            services,
            viewer,
            typeof user === 'string' ? userReferenceOf(user) : of(user),
          )
      if (!orders) throw noCustomer()
      return {
        data: orders.map((order) => ({
          id: order.paymentIntentId ?? order.id,
          object: 'payment_intent' as const,
          created: seconds(order.createdAt),
          amount: order.totalCents,
          currency: 'usd' as const,
          status: 'succeeded' as const,
        })),
      }
    },
  )

  app.get(
    '/customers/sessions/:stripeCustomerId',
    operation({
      summary: 'The completed payment pages of a customer; staff may ask for anyone’s.',
      about: 'history',
      who: 'member',
      ...customerSessions,
      refusals: [404],
    }),
    async (request) => {
      const { stripeCustomerId } = request.params
      const whose = userReferenceOf(stripeCustomerId)
      const orders = await ordersOnRecord(services, callerOf(request), whose)
      if (!orders) throw noCustomer()
      return {
        data: orders.flatMap((order) =>
          order.sessionId === null
            ? []
            : [
                {
                  id: order.sessionId,
                  object: 'checkout.session' as const,
                  created: seconds(order.createdAt),
                  status: 'complete' as const,
                  amount_subtotal: order.subtotalCents,
                  amount_total: order.totalCents,
                },
              ],
        ),
      }
    },
  )

  app.post(
    '/sessions/products-in-session/',
    operation({
      summary: 'The orders of payment pages with their lines; others’ are left out.',
      about: 'history',
      who: 'member',
      ...productsInSession,
    }),
    async (request) => {
      const orders = await ordersInSessions(services, callerOf(request), request.body)
      return orders.map((order) => ({
        id: order.sessionId ?? order.id,
        createdAt: order.createdAt.toISOString(),
        amount_subtotal: order.subtotalCents,
        lineItems: order.lines.map((line) => ({
          description: line.description,
          quantity: line.quantity,
          price: { unit_amount: line.unitPriceCents },
        })),
      }))
    },
  )
}
