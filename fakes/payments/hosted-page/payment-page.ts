import type Stripe from 'stripe'

import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'
import type { BuyerDraft, SessionDetails } from '#fakes/payments/checkout-session-details.ts'
import type { World } from '#fakes/payments/world.ts'
import { merchantName } from '#fakes/settings.ts'

import { fieldNames, type FieldErrors } from './buyer-form.ts'
import {
  cardSection,
  contactSection,
  shippingSection,
  termsSection,
  type Typed,
} from './form-sections.ts'
import { shownAmount } from './money.ts'
import { orderSummary } from './order-summary.ts'
import { paymentPageScript } from './payment-page-script.ts'
import { paymentPageStyles } from './payment-page-styles.ts'
import { testCardPanel } from './test-card-panel.ts'

type Session = Stripe.Checkout.Session

export type PaymentPage = {
  world: World
  session: Session
  details: SessionDetails
  /** The typed values; the card only right after a submission. */
  values: BuyerDraft
  errors?: FieldErrors
  /** Why the last attempt failed. */
  refused?: string
  /** A notice that is not an error. */
  notice?: string
}

const payWords: Record<string, string> = {
  book: 'Book',
  donate: 'Donate',
  pay: 'Pay',
  subscribe: 'Subscribe',
}

/** The hosted payment page: the order on one side, the form on the other. Works without JavaScript. */
export function paymentPage({
  world,
  session,
  details,
  values,
  errors = {},
  refused,
  notice,
}: PaymentPage): Html {
  const typed: Typed = { values, errors, session }
  const total = shownAmount(session.amount_total!, session.currency!)
  const payWord = payWords[session.submit_type ?? 'pay'] ?? 'Pay'
  const payLabel = `${payWord} ${total}`
  return page({
    title: `Pay ${merchantName} · ${total}`,
    styles: paymentPageStyles,
    script: paymentPageScript,
    body: html` <div class="split">
      <aside class="order" aria-label="Order">
        <div class="inner">${orderSummary({ world, session, details })}</div>
      </aside>
      <main class="payment">
        <div class="inner">
          <h1 class="hidden-visually">Pay ${merchantName}</h1>
          ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
          ${refused ? html`<p class="notice wrong" role="alert" tabindex="-1" autofocus>${refused}</p>` : ''}
          ${errorSummary(errors)}
          <form method="post" novalidate class="fields">
            <button type="submit" class="hidden-visually" tabindex="-1" aria-hidden="true">
              ${payLabel}
            </button>
            <input type="hidden" name="shown_total" value="${session.amount_total}" />
            ${contactSection(typed)} ${shippingSection(typed, world)} ${cardSection(typed)}
            ${termsSection(typed)}
            ${session.custom_text.submit ? html`<p class="quiet">${session.custom_text.submit.message}</p>` : ''}
            <button type="submit" class="button main pay" data-word="${payWord}">
              ${payLabel}
            </button>
            ${session.custom_text.after_submit ? html`<p class="quiet">${session.custom_text.after_submit.message}</p>` : ''}
            ${testCardPanel()}
          </form>
        </div>
      </main>
    </div>`,
  })
}

function errorSummary(errors: FieldErrors): Html | '' {
  const entries = fieldNames.flatMap((name) =>
    errors[name] ? [[name, errors[name]] as const] : [],
  )
  if (entries.length === 0) return ''
  return html`<div class="notice wrong" role="alert" tabindex="-1" autofocus>
    <p>
      ${entries.length === 1 ? 'One field needs your attention:' : `${entries.length} fields need your attention:`}
    </p>
    <ul>
      ${entries.map(([name, sentence]) => html`<li><a href="#${name}">${sentence}</a></li>`)}
    </ul>
  </div>`
}
