import type { z } from 'zod'

import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { returnFromPayment } from '#checkout/return-from-payment.actions.server.ts'
import type { Customer } from '#platform/action/customer-action.server.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { readBy } from '#platform/action/form-fields.ts'
import { notThere, Refusal } from '#platform/action/refusal.ts'
import { textsOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import type { NewFlash } from '#platform/http/flash.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { sendAtRisk } from '#shipping/holds/holds.actions.server.ts'
import { choosePickup } from '#shipping/pickup/choose-pickup.actions.server.ts'
import { readReshipment } from '#shipping/returns/reshipment-form.rules.ts'
import { chooseReturn } from '#shipping/returns/settle-return.actions.server.ts'
import { startReshipment } from '#shipping/returns/start-reshipment.actions.server.ts'
import type { BuyerOfOrder } from '#shipping/whereabouts/order-of-buyer.actions.server.ts'
import { choiceCopy, returnCopy } from '#shipping/whereabouts/where-it-is.copy.ts'

const { slot, weather } = choiceCopy

const shown = (tone: NewFlash['tone'], sentence: string): NewFlash => ({
  tone,
  sentence,
  at: 'shipments',
})

const ofSlot = {
  gone: 'gone',
  taken: shown('bad', slot.taken),
  late: shown('info', slot.late),
  missing: shown('bad', slot.missing),
} as const

const ofRisk = {
  gone: 'gone',
  late: shown('info', weather.late),
  missing: shown('bad', weather.missing),
} as const

const { again, collect, refund } = returnCopy

const away = shown('bad', again.away)

const ofReturn = {
  gone: 'gone',
  collect: shown('good', collect.done),
  refund: shown('good', refund.done),
  settled: shown('info', returnCopy.settled),
  'payment-open': shown('bad', returnCopy.open),
  'already-paid': shown('good', again.paid),
  'often-started': shown('bad', again.often),
  'provider-away': away,
  'provider-refused': away,
  'price-differs': away,
} as const

const form = readBy((sent) => ({
  ...textsOf(sent, ['number', 'token', 'shipment', 'slot', 'accept']),
  values: readReshipment(sent),
}))

/** What came of a choice: a message of the next page, a page to pay on, or why not. */
type Chosen = NewFlash | { payAt: string } | Refusal | 'gone'

/** What a buyer, or the holder of a guest's link, chooses about a shipment of the order of that address. */
const choice = (
  choose: (
    services: Services,
    buyer: BuyerOfOrder,
    sent: z.output<typeof form> & { shipmentId: string },
  ) => Promise<Chosen>,
) =>
  customerWork({
    for: 'anyone',
    limit: 'secret',
    limited: true,
    form,
    async run({ services, viewer }, sent) {
      const { number, token, shipment: shipmentId } = sent
      const buyer = token ? { token } : ownOf(viewer, number)
      const chosen = buyer ? await choose(services, buyer, { ...sent, shipmentId }) : 'gone'
      if (chosen === 'gone') return notThere()
      if (chosen instanceof Refusal) return chosen
      if ('payAt' in chosen) return { to: chosen.payAt, isDocument: true }
      const page = token ? paths.guestOrder(token) : paths.order(number)
      return { ...chosen, to: `${page}#where-it-is` }
    },
    say: (said) => said,
  })

const settling = (wish: 'collect' | 'refund') =>
  choice(async (services, buyer, { shipmentId }) => {
    const chosen = await chooseReturn(services, buyer, { shipmentId, choice: wish })
    return ofReturn[chosen.ok ? wish : chosen.reason]
  })

const ownOf = (viewer: Customer | null, typed: string) => {
  const number = wholeNumberIn(typed)
  return viewer && !viewer.isLimited && number !== null ? { userId: viewer.id, number } : null
}

/** The buttons of an order's page. */
export const choices = {
  'choose-slot': choice(async (services, buyer, { shipmentId, slot: typed }) => {
    const chosen = await choosePickup(services, buyer, { shipmentId, slot: typed.slice(0, 100) })
    return chosen.ok ? shown('good', slot.agreed) : ofSlot[chosen.reason]
  }),
  'send-at-risk': choice(async (services, buyer, { shipmentId, accept }) => {
    const sent = await sendAtRisk(services, buyer, { shipmentId, isAccepted: accept === 'yes' })
    return sent.ok ? shown('good', weather.done) : ofRisk[sent.reason]
  }),
  'send-again': choice(async (services, buyer, { shipmentId, values }) => {
    const started = await startReshipment(services, buyer, { shipmentId, values })
    if (started.ok) return { payAt: started.url }
    if (started.reason !== 'invalid') return ofReturn[started.reason]
    return new Refusal(400, again.wrong, started.errors)
  }),
  collect: settling('collect'),
  refund: settling('refund'),
}

/** The message for a buyer who comes back from the payment page of a returned box. */
export async function afterPayingAgain(
  services: Services,
  payment: string,
  request: Request,
): Promise<NewFlash> {
  const recorded = await returnFromPayment(services, payment, clientAddressOf(request.headers))
  if (recorded.state === 'booked') {
    return recorded.isServed ? shown('good', again.paid) : shown('info', again.notServed)
  }
  return shown('info', recorded.state === 'being-confirmed' ? again.confirming : again.unpaid)
}
