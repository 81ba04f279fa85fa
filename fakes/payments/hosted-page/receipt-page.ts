import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'
import type { World } from '#fakes/payments/world.ts'
import { merchantName } from '#fakes/settings.ts'

import { messageStyles } from './closed-page.ts'
import { shownAmount } from './money.ts'

/** The provider's receipt at a charge's `receipt_url`. */
export function receiptPage(world: World, id: string): Html | null {
  const charge = world.collections.charges.get(id)
  if (!charge?.paid) return null
  const card = charge.payment_method_details?.card
  const rows: [string, string][] = [
    ['Amount', shownAmount(charge.amount, charge.currency)],
    [
      'Refunded',
      charge.amount_refunded > 0 ? shownAmount(charge.amount_refunded, charge.currency) : '',
    ],
    ['Date', new Date(charge.created * 1000).toUTCString()],
    ['Card', card ? `${card.brand} ending in ${card.last4}` : ''],
    ['Reference', charge.id],
  ]
  return page({
    title: 'Receipt',
    styles: messageStyles,
    body: html`<main>
      <h1>Receipt from ${merchantName}</h1>
      <dl>
        ${rows
          .filter(([, value]) => value)
          .map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
      </dl>
      <p class="quiet">Demo payments: a fake server for the card payment provider.</p>
    </main>`,
  })
}
