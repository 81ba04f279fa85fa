import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { Shop } from '#use-cases/shop.ts'

import { customerSessions, paymentIntentsByUser, productsInSession } from './contract.ts'
import { ApiFault } from './errors.ts'
import { operation } from './operation.ts'
import { callerOf } from './viewer.ts'

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const nobody = () => new ApiFault(404, 'not-found', 'There is no such customer.')

/**
 * The member's payment history in the shapes of section 7, from our own orders. Another member's
 * is as if it did not exist.
 */
export const historyRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
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
      const asked = typeof user === 'object' ? (user.id ?? user.clientUID) : user
      const orders = await shop.ordersOnRecord(viewer, { userId: asked ?? viewer.id })
      if (!orders) throw nobody()
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
      const orders = await shop.ordersOnRecord(callerOf(request), { stripeCustomerId })
      if (!orders) throw nobody()
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
      const orders = await shop.ordersInSessions(callerOf(request), request.body)
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
