import type { CardPayment } from '#payments/card-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { Checkout, PaymentSnapshot } from './checkouts.store.server.ts'
import type { RecordedPayment } from './recorded-payment.actions.server.ts'

/**
 * What differs by channel once a checkout is open. The module whose channel it is defines it, and opens the
 * checkout by its own actions; `app` puts the channels together.
 */
export type CheckoutChannel = {
  /** The amounts of the provider's new page that have to be those of the checkout. */
  compared: readonly ('subtotal' | 'total')[]
  /** The id of its payment at the provider; null while none is stored. */
  idOf(checkout: Checkout): string | null
  /** The payment at the provider whose id was lost with the response; null when there never was one. */
  find(services: Services, checkout: Checkout): Promise<{ id: string; url?: string | null } | null>
  /** Closes the payment with that id at the provider. Returns its state afterwards. */
  close(services: Services, id: string): Promise<PaymentSession | CardPayment>
  /** Records what a completed page says of a checkout that has no order yet. */
  settle(
    services: Services,
    session: PaymentSession,
    snapshot: PaymentSnapshot,
  ): Promise<RecordedPayment>
  /** The result of a paid checkout that makes no order: the provider is not asked again. */
  recorded?(services: Services, checkout: Checkout): Promise<RecordedPayment>
  /** Erases what else is kept of the buyers of checkouts that were erased a moment ago. */
  erase?(db: Queryable): Promise<void>
}

/** What all channels have in common that are paid on a page of the provider. */
export const hostedPage: Pick<CheckoutChannel, 'idOf' | 'close'> = {
  idOf: ({ sessionId }) => sessionId,
  close: ({ payments }, id) => payments.expireSession(id),
}
