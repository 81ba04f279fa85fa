import { cardChannel } from '#checkout/card/card-channel.actions.server.ts'
import { cartChannel } from '#checkout/cart/cart-channel.actions.server.ts'
import { offerChannel } from '#checkout/offers/offer-channel.actions.server.ts'
import { differenceChannel } from '#order-changes/difference-channel.actions.server.ts'
import type { Services } from '#platform/services/services.ts'
import { reshipmentChannel } from '#shipping/returns/reshipment-channel.actions.server.ts'

/** The channels of the checkout, by the name that a checkout is stored with. */
export const channels: Services['channels'] = {
  cart: cartChannel,
  card: cardChannel,
  offering: offerChannel,
  offer1: offerChannel,
  // Priced and paid as a cart is; only nobody put it into one.
  added: cartChannel,
  reshipment: reshipmentChannel,
  difference: differenceChannel,
}
