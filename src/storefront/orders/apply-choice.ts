import { returnFromPayment } from '#checkout/return-from-payment.actions.server.ts'
import type { NewFlash } from '#platform/http/flash.rules.ts'
import { httpError } from '#platform/http/http-error.ts'
import type { Services } from '#platform/services/services.ts'
import { sendAtRisk } from '#shipping/holds/holds.actions.server.ts'
import { choosePickup } from '#shipping/pickup/choose-pickup.actions.server.ts'
import { readReshipment } from '#shipping/returns/reshipment-form.rules.ts'
import { chooseReturn } from '#shipping/returns/settle-return.actions.server.ts'
import { startReshipment } from '#shipping/returns/start-reshipment.actions.server.ts'
import type { BuyerOfOrder } from '#shipping/whereabouts/order-of-buyer.actions.server.ts'
import { choiceCopy, returnCopy } from '#shipping/whereabouts/where-it-is.copy.ts'

import type { WrongReshipment } from './return-choice.tsx'

const { slot, weather } = choiceCopy

const shown = (tone: NewFlash['tone'], sentence: string): NewFlash => ({
  tone,
  sentence,
  at: 'shipments',
})

const ofSlot = {
  taken: shown('bad', slot.taken),
  late: shown('info', slot.late),
  missing: shown('bad', slot.missing),
}

const ofRisk = { late: shown('info', weather.late), missing: shown('bad', weather.missing) }

const { again, collect, refund } = returnCopy

const ofReturn = {
  paid: shown('good', again.paid),
  notServed: shown('info', again.notServed),
  confirming: shown('info', again.confirming),
  unpaid: shown('info', again.unpaid),
  away: shown('bad', again.away),
  often: shown('bad', again.often),
  collect: shown('good', collect.done),
  refund: shown('good', refund.done),
  settled: shown('info', returnCopy.settled),
  open: shown('bad', returnCopy.open),
}

/** What came of a choice: a message of the next page, a page to pay on, or a form to correct. */
type ChoiceResult = { shown: NewFlash } | { payAt: string } | { wrong: WrongReshipment }

/** Carries out what a buyer chose on the page of an order. */
export async function applyChoice(
  services: Services,
  buyer: BuyerOfOrder,
  form: FormData,
): Promise<ChoiceResult> {
  const shipmentId = String(form.get('shipment') ?? '')
  switch (form.get('intent')) {
    case 'choose-slot': {
      const typed = String(form.get('slot') ?? '').slice(0, 100)
      const chosen = await choosePickup(services, buyer, { shipmentId, slot: typed })
      if (chosen.ok) return { shown: shown('good', slot.agreed) }
      if (chosen.reason === 'gone') throw httpError(404)
      return { shown: ofSlot[chosen.reason] }
    }
    case 'send-at-risk': {
      const isAccepted = form.get('accept') === 'yes'
      const sent = await sendAtRisk(services, buyer, { shipmentId, isAccepted })
      if (sent.ok) return { shown: shown('good', weather.done) }
      if (sent.reason === 'gone') throw httpError(404)
      return { shown: ofRisk[sent.reason] }
    }
    case 'send-again':
      return sendAgain(services, buyer, { shipmentId, form })
    case 'collect':
      return settle(services, buyer, { shipmentId, choice: 'collect' })
    case 'refund':
      return settle(services, buyer, { shipmentId, choice: 'refund' })
    default:
      throw httpError(400)
  }
}

async function sendAgain(
  services: Services,
  buyer: BuyerOfOrder,
  { shipmentId, form }: { shipmentId: string; form: FormData },
): Promise<ChoiceResult> {
  const values = readReshipment(form)
  const started = await startReshipment(services, buyer, { shipmentId, values })
  if (started.ok) return { payAt: started.url }
  switch (started.reason) {
    case 'gone':
      throw httpError(404)
    case 'settled':
      return { shown: ofReturn.settled }
    case 'often-started':
      return { shown: ofReturn.often }
    case 'already-paid':
      return { shown: ofReturn.paid }
    case 'provider-away':
    case 'provider-refused':
    case 'price-differs':
      return { shown: ofReturn.away }
    case 'invalid':
      return { wrong: { shipmentId, values, errors: started.errors } }
  }
}

async function settle(
  services: Services,
  buyer: BuyerOfOrder,
  { shipmentId, choice }: { shipmentId: string; choice: 'collect' | 'refund' },
): Promise<ChoiceResult> {
  const chosen = await chooseReturn(services, buyer, { shipmentId, choice })
  if (chosen.ok) return { shown: ofReturn[choice] }
  if (chosen.reason === 'gone') throw httpError(404)
  return { shown: chosen.reason === 'settled' ? ofReturn.settled : ofReturn.open }
}

/** The message for a buyer who comes back from the payment page of a returned box. */
export async function afterPayingAgain(
  services: Services,
  payment: string,
  request: Request,
): Promise<NewFlash> {
  const address = request.headers.get('x-kohue-address') ?? ''
  const recorded = await returnFromPayment(services, payment, address)
  if (recorded.state === 'booked') {
    return recorded.isServed ? ofReturn.paid : ofReturn.notServed
  }
  return recorded.state === 'being-confirmed' ? ofReturn.confirming : ofReturn.unpaid
}
