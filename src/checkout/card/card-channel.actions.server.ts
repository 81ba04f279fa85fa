import { userById } from '#accounts/users/users.store.server.ts'

import type { CheckoutChannel } from '../checkout-channel.ts'

/** A cart that is paid by card on our own page: a payment at the provider, without a page. */
export const cardChannel: CheckoutChannel = {
  compared: [],
  idOf: ({ paymentIntentId }) => paymentIntentId,
  async find({ db, payments }, { id, userId }) {
    const user = userId && (await userById(db, userId))
    return user && user.stripeCustomerId
      ? payments.findCardPayment(user.stripeCustomerId, id)
      : null
  },
  close: ({ payments }, id) => payments.cancelCardPayment(id),
  settle: async () => ({ state: 'open' }),
}
