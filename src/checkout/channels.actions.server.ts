import type { Channel } from '#catalogue/tables.ts'

import { openOrReuseOffer } from './offers/open-offer.actions.server.ts'
import type { Services } from '#platform/services/services.ts'
import { chargeCard } from './card/charge-card.actions.server.ts'
import { openOrReuseCheckout } from './open-checkout.actions.server.ts'
import { requestProviderSession } from './request-session.actions.server.ts'
import { cartSession, offerSession } from './session-requests.actions.server.ts'

type OpenedCart = Parameters<typeof cartSession>[1]
type OpenedOffer = Parameters<typeof offerSession>[1]

const offer = {
  open: openOrReuseOffer,
  request: (services: Services, opened: OpenedOffer) =>
    requestProviderSession(services, opened.checkout, () => offerSession(services, opened)),
} as const

/**
 * What differs by channel: `open` checks the request and holds its stock, `request` creates the
 * payment at the provider. How each is settled once paid is the table in `record-payment.ts`.
 */
export const channels = {
  cart: {
    open: openOrReuseCheckout,
    request: (services: Services, opened: OpenedCart) =>
      requestProviderSession(services, opened.checkout, () => cartSession(services, opened)),
  },
  card: { open: openOrReuseCheckout, request: chargeCard },
  offering: offer,
  offer1: offer,
} as const satisfies Record<Channel, object>
