import { captchaField } from '#accounts/captcha/captcha.rules.ts'
import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { isOffer, offers } from '#catalogue/offers/offers.rules.ts'
import { offerSentence, offersCopy } from '#checkout/offers/offers.copy.ts'
import { checkShipTo, readShipTo } from '#checkout/offers/ship-to-form.rules.ts'
import { startOffer } from '#checkout/offers/start-offer.actions.server.ts'
import type { CustomerAction } from '#platform/action/customer-action.server.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { readBy } from '#platform/action/form-fields.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import { textOf, textsOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { guestTokenOf } from '#platform/http/guest-token.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { viewOffer } from './view-offer.actions.server.ts'

/** What the form shows besides: a sentence above it, and whether pickup is suggested. */
type Shown = { alert: string; offersPickup: boolean }

const refusal = (
  status: Refusal['status'],
  alert: string,
  errors: Refusal['errors'] = {},
  offersPickup = false,
) => new Refusal(status, alert, errors, { shown: { alert, offersPickup } satisfies Shown })

const again = {
  'too-many-tries': 429,
  captcha: 403,
  'release-paused': 409,
  'release-coming': 409,
  'confirm-first': 409,
  'price-differs': 409,
} as const

/** Leads from the form of an offer to the payment page; `guest` is the token of the cookie. */
export const payForOffer: CustomerAction<{ to: string }, 'anyone', 'change', object> & {
  shows?: Shown
} = customerWork({
  for: 'anyone',
  limit: 'itself',
  form: readBy((form) => ({
    ...textsOf(form, ['offer', 'quantity', 'product', 'guest', 'token']),
    captchaSolution: textOf(form, captchaField),
    values: readShipTo(form),
  })),
  async run({ services, viewer, headers }, sent) {
    const { offer, values, captchaSolution } = sent
    if (!isOffer(offer)) return notThere()
    const checked = checkShipTo(values, shopToday(services))
    if (!checked.ok) {
      const { errors, problem } = checked
      if (!problem) return refusal(400, offersCopy.shipTo.fixFirst, errors)
      return refusal(400, offerSentence[problem], errors, true)
    }
    const found = await viewOffer(services, offer)
    // Staff may have chosen another one since the form was shown.
    if (sent.product && sent.product !== found?.product.id) {
      return refusal(409, offerSentence['other-wine'])
    }
    const started = await startOffer(
      services,
      // Without cookies, the token in the form identifies the guest.
      { viewer, token: guestTokenOf(sent.guest || sent.token), address: clientAddressOf(headers) },
      {
        productId: found?.product.id ?? offers[offer].productId,
        quantity: wholeNumberIn(sent.quantity) ?? 0,
        shipTo: checked.shipTo,
        captchaSolution,
      },
    )
    if (started.ok) return { to: started.url }
    const { reason } = started
    if (reason === 'sold-out' || reason === 'release-closed' || reason === 'already-paid') {
      return refuse(offerSentence[reason], { elsewhere: { to: paths.offer(offer), at: 'offer' } })
    }
    const status = Object.hasOwn(again, reason) ? again[reason as keyof typeof again] : 503
    return refusal(status, offerSentence[reason])
  },
  say: (next) => next,
})
