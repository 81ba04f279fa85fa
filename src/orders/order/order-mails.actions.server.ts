import { recipientOf } from '#catalogue/destinations/gift.rules.ts'
import { eachAmount } from '#catalogue/prices/amounts.rules.ts'
import { notifyBusiness } from '#mail/business/notify-business.actions.server.ts'
import type { MailProps, OutgoingMail } from '#mail/mail.rules.ts'
import type { ProviderDispute } from '#payments/after-sale-payments.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services, ShopSettings } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'

import { disputeEmail } from '../disputes/dispute-email.copy.ts'
import { needsNewLink } from '../guests/guest-link.rules.ts'
import { refundedByHand } from '../refunds/refunds.copy.ts'
import type { Order, OrderLine } from './orders.store.server.ts'
import { winesOf } from './orders.store.server.ts'

type LinkServices = Pick<Services, 'settings' | 'orderLinks'>
type LinkedOrder = Pick<Order, 'id' | 'number' | 'userId' | 'createdAt'>

/**
 * The URL at which the buyer sees the order: a page of the account, or a guest's signed link, which works at the time
 * `at` and for some days from then.
 */
export const orderUrlOf = (
  { settings, orderLinks }: LinkServices,
  { id, number, userId, createdAt }: LinkedOrder,
  at: Date,
): string => {
  const from = needsNewLink(createdAt, at) ? at : undefined
  const path = userId === null ? paths.guestOrder(orderLinks.sign(id, from)) : paths.order(number)
  return new URL(path, settings.publicUrl).href
}

/** What an email to the buyer about a step of the order has, but for the wines. */
export const aboutOrderOf = (
  services: LinkServices & Pick<Services, 'clock'>,
  order: LinkedOrder & Pick<Order, 'name'>,
) => ({
  firstName: firstWord(order.name),
  number: order.number,
  orderUrl: orderUrlOf(services, order, services.clock()),
})

type Bought = {
  lines: readonly Pick<OrderLine, 'description' | 'quantity' | 'unitPriceCents'>[]
  /** The day from which the releases of its wines ship; null when none names one. */
  shipsFrom: string | null
}

/** The buyer's confirmation, with a link to the order, and the business's notice. */
export function orderMails(
  order: Order,
  { lines, shipsFrom }: Bought,
  services: LinkServices,
): OutgoingMail[] {
  const { shipTo } = order
  // The address of a pickup is empty, or the buyer's home.
  const isDelivered = order.shippingMethod !== 'pickup'
  const props: MailProps['order-confirmation'] = {
    number: order.number,
    name: order.name,
    email: order.email,
    createdAt: order.createdAt.toISOString(),
    lines: lines.map(({ description, quantity, unitPriceCents }) => ({
      description,
      quantity,
      unitPriceCents,
    })),
    ...eachAmount((amount) => order[amount]),
    totalCents: order.totalCents,
    shippingMethod: order.shippingMethod,
    channel: order.channel,
    shipsFrom,
    shipTo: isDelivered && shipTo ? { name: recipientOf(shipTo).name, ...addressIn(shipTo) } : null,
  }
  const orderUrl = orderUrlOf(services, order, order.createdAt)
  return [
    { kind: 'order-confirmation', recipient: order.email, props: { ...props, orderUrl } },
    { kind: 'order-notice', recipient: services.settings.businessEmail, props },
  ]
}

/** Emails the buyer about a refund; one made in the provider's dashboard has no reason of ours. */
export const refundMail = async (
  tx: Queryable,
  { id, email, name, number, totalCents }: Order,
  amount: Cents,
  reason: string | null,
): Promise<OutgoingMail> => ({
  kind: 'order-refunded',
  recipient: email,
  props: {
    name,
    number,
    totalCents: amount,
    isPart: amount < totalCents,
    reason: reason ?? refundedByHand,
    ordered: await winesOf(tx, id),
  },
})

/** Emails the business about a new dispute, which has to be responded to in time. */
export function notifyOfDispute(
  tx: Transaction,
  settings: ShopSettings,
  { name, number, email }: Order,
  dispute: Pick<ProviderDispute, 'state' | 'reason' | 'respondBy'> & {
    payment: 'order' | 'shipping'
  },
): Promise<void> {
  const firstName = firstWord(name)
  const buyer = { firstName, lastName: name.slice(firstName.length).trim(), email }
  return notifyBusiness(tx, settings, buyer, {
    subject: disputeEmail.subject(number, dispute),
    text: disputeEmail.text(
      dispute,
      dispute.respondBy && shopDates(settings.timeZone).moment(dispute.respondBy),
      settings.sendsEvidence,
    ),
  })
}
