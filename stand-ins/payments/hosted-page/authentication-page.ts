import type Stripe from 'stripe'
import { html, type Html } from '../../http/html.ts'
import { page } from '../../http/page.ts'
import { messageStyles } from './closed-page.ts'
import { shownAmount } from './money.ts'

/** What the buyer's bank would show: may this payment go through, or not? */
export function authenticationPage(intent: Stripe.PaymentIntent, merchant: string): Html {
  return page({
    title: '3-D Secure',
    styles: messageStyles,
    body: html`<main>
      <h1>Confirm this payment</h1>
      <p>
        Your bank asks whether it is really you. Nothing is real here: choose how it should end.
      </p>
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
      <p class="quiet">3-D Secure test page of the payment stand-in.</p>
    </main>`,
  })
}

/** Shown where nobody waits to be sent on: inside the overlay of the browser script. */
export function authenticatedPage(): Html {
  return page({
    title: '3-D Secure',
    styles: messageStyles,
    body: html`<main>
      <h1>Done</h1>
      <p>You can go back to the shop.</p>
    </main>`,
    script: "if (parent !== window) parent.postMessage({ type: 'stand-in:authenticated' }, '*')",
  })
}
