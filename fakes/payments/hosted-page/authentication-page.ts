import type Stripe from 'stripe'

import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'

import { messageStyles } from './closed-page.ts'
import { shownAmount } from './money.ts'

/** The bank's page: complete or fail the authentication. */
export function authenticationPage(intent: Stripe.PaymentIntent, merchant: string): Html {
  return page({
    title: '3-D Secure',
    styles: messageStyles,
    body: html`<main>
      <h1>Confirm this payment</h1>
      <p>This stands for your bank’s 3-D Secure page. Choose the outcome.</p>
      <dl>
        <div>
          <dt>To</dt>
          <dd>${merchant}</dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>${shownAmount(intent.amount, intent.currency)}</dd>
        </div>
      </dl>
      <form method="post" class="actions">
        <button class="button main" name="result" value="complete">Complete</button>
        <button class="button" name="result" value="fail">Fail</button>
      </form>
      <p class="quiet">3-D Secure test page of the fake payment server.</p>
    </main>`,
  })
}

/** Shown inside the overlay of the browser script, which does not redirect. */
export function authenticatedPage(): Html {
  return page({
    title: '3-D Secure',
    styles: messageStyles,
    body: html`<main>
      <h1>Done</h1>
      <p>You can go back to the shop.</p>
    </main>`,
    script: "if (parent !== window) parent.postMessage({ type: 'fake:authenticated' }, '*')",
  })
}
