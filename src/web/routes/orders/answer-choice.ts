import { choiceCopy } from '#domain/copy/where-it-is.ts'
import type { NewFlash } from '#domain/flash.ts'
import type { BuyerOfOrder } from '#use-cases/shipping/order-of-buyer.ts'
import type { Shop } from '#use-cases/shop.ts'
import { httpError } from '#web/http-error.ts'

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

/** Carries out what a buyer chose on the page of an order; returns the message of the next page. */
export async function answerChoice(
  shop: Shop,
  buyer: BuyerOfOrder,
  form: FormData,
): Promise<NewFlash> {
  const shipmentId = String(form.get('shipment') ?? '')
  switch (form.get('intent')) {
    case 'choose-slot': {
      const typed = String(form.get('slot') ?? '').slice(0, 100)
      const chosen = await shop.choosePickup(buyer, { shipmentId, slot: typed })
      if (chosen.ok) return shown('good', slot.agreed)
      if (chosen.reason === 'gone') throw httpError(404)
      return ofSlot[chosen.reason]
    }
    case 'send-at-risk': {
      const isAccepted = form.get('accept') === 'yes'
      const sent = await shop.sendAtRisk(buyer, { shipmentId, isAccepted })
      if (sent.ok) return shown('good', weather.done)
      if (sent.reason === 'gone') throw httpError(404)
      return ofRisk[sent.reason]
    }
    default:
      throw httpError(400)
  }
}
