import type { BuyerOfOrder } from '#use-cases/shipping/order-of-buyer.ts'
import type { Shop } from '#use-cases/shop.ts'
import type { ChoiceNoticeKey } from '#web/components/orders/choice-notice.ts'
import { httpError } from '#web/http-error.ts'

/** Carries out what a buyer chose on the page of an order; the key of the sentence to show. */
export async function answerChoice(
  shop: Shop,
  buyer: BuyerOfOrder,
  form: FormData,
): Promise<ChoiceNoticeKey> {
  const shipmentId = String(form.get('shipment') ?? '')
  switch (form.get('intent')) {
    case 'choose-slot': {
      const slot = String(form.get('slot') ?? '').slice(0, 100)
      const chosen = await shop.choosePickup(buyer, { shipmentId, slot })
      if (chosen.ok) return 'slot-agreed'
      if (chosen.reason === 'gone') throw httpError(404)
      return `slot-${chosen.reason}`
    }
    case 'send-at-risk': {
      const isAccepted = form.get('accept') === 'yes'
      const sent = await shop.sendAtRisk(buyer, { shipmentId, isAccepted })
      if (sent.ok) return 'risk-done'
      if (sent.reason === 'gone') throw httpError(404)
      return `risk-${sent.reason}`
    }
    default:
      throw httpError(400)
  }
}
