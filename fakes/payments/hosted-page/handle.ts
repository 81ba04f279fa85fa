import type { IncomingMessage, ServerResponse } from 'node:http'

import type Stripe from 'stripe'

import { readBody } from '#fakes/http/request-body.ts'
import { redirect, sendHtml } from '#fakes/http/responses.ts'
import type { BuyerDraft } from '#fakes/payments/checkout-session-details.ts'
import { currentSession } from '#fakes/payments/checkout-session-life.ts'
import type { World } from '#fakes/payments/world.ts'
import { merchantName } from '#fakes/settings.ts'

import { handleAuthentication } from './authenticate.ts'
import { draftOf, readBuyerForm } from './buyer-form.ts'
import { messagePage } from './closed-page.ts'
import { authenticationUrl, chooseShipping, payOnPage, successUrl } from './pay.ts'
import { paymentPage, type PaymentPage } from './payment-page.ts'
import { receiptPage } from './receipt-page.ts'
import { filledCard } from './test-card-panel.ts'

type Session = Stripe.Checkout.Session

/** Handles /c/: the payment page, 3-D Secure, and receipts. */
export async function handleHostedPage(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const [, , what, id = ''] = path.split('/')
  const form = request.method === 'POST' ? new URLSearchParams(await readBody(request)) : null
  if (what === 'authenticate')
    return handleAuthentication(world, response, decodeURIComponent(id), form)
  if (what === 'receipt') {
    const receipt = receiptPage(world, id)
    if (receipt) return sendHtml(response, 200, receipt)
  }
  const session = what === 'pay' ? currentSession(world, id) : undefined
  if (!session) {
    const text =
      'The address is incomplete, or the payment was never begun. Go back to the shop and try again.'
    return sendHtml(response, 404, messagePage({ title: 'There is no such payment page', text }))
  }
  if (session.status !== 'open') return handleClosed(response, session, form !== null)
  if (form) handleForm(world, response, session, form)
  else showPage(response, 200, pageOf(world, session))
}

function pageOf(world: World, session: Session): PaymentPage {
  const details = world.collections.sessionDetails.get(session.id)!
  const intent = world.collections.paymentIntents.get(
    (session.payment_intent as string | null) ?? '',
  )
  const failed = intent?.last_payment_error?.code === 'payment_intent_authentication_failure'
  return {
    world,
    session,
    details,
    values: details.draft,
    ...(failed ? { refused: intent.last_payment_error!.message! } : {}),
  }
}

function showPage(response: ServerResponse, status: number, shown: PaymentPage) {
  sendHtml(response, status, paymentPage(shown))
}

function handleForm(
  world: World,
  response: ServerResponse,
  session: Session,
  form: URLSearchParams,
) {
  const shown = pageOf(world, session)
  const { details } = shown
  details.draft = draftOf(form)
  world.collections.sessionDetails.save(details)
  const values: BuyerDraft = {
    ...details.draft,
    card: form.get('card') ?? '',
    expiry: form.get('expiry') ?? '',
    cvc: form.get('cvc') ?? '',
  }
  const fill = form.get('fill')
  if (fill || form.has('update')) {
    chooseShipping(world, session, details, form.get('shipping_rate'))
    return showPage(response, 200, {
      ...shown,
      refused: undefined,
      values: fill
        ? { ...values, ...filledCard(fill, new Date()), name: values.name || 'Ana Demo' }
        : values,
    })
  }
  const read = readBuyerForm(session, form, new Date(world.now() * 1000))
  if (!read.ok)
    return showPage(response, 422, { ...shown, refused: undefined, values, errors: read.errors })

  chooseShipping(world, session, details, read.form.shippingRate)
  const seen = form.get('shown_total')
  if (seen !== null && Number(seen) !== session.amount_total) {
    const notice =
      'The total has changed with the shipping method. Please look at it once more, then pay.'
    return showPage(response, 200, { ...shown, refused: undefined, values, notice })
  }
  const outcome = payOnPage(world, session, read.form)
  world.journal.whenSaved(() => {
    if (outcome.kind === 'taken') return redirect(response, successUrl(session))
    if (outcome.kind === 'authenticate') {
      const intent = world.collections.paymentIntents.get(session.payment_intent as string)!
      return redirect(response, authenticationUrl(world, intent))
    }
    const { message } = outcome.decline
    showPage(response, 402, {
      ...shown,
      values,
      refused: message,
      errors: declinedField(outcome.decline.code, message),
    })
  })
}

const fieldsOfDeclines: Record<string, 'card' | 'expiry' | 'cvc'> = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
}

/** Declines that concern one field are shown at that field too. */
function declinedField(code: string, message: string) {
  const field = fieldsOfDeclines[code]
  return field ? { [field]: message } : {}
}

function handleClosed(response: ServerResponse, session: Session, posted: boolean) {
  if (session.status === 'complete') {
    if (posted) return redirect(response, successUrl(session))
    const back = { href: successUrl(session), label: `Back to ${merchantName}` }
    const text = 'This order has been paid. There is nothing more to do on this page.'
    return sendHtml(response, 200, messagePage({ title: "You're all done here", text, back }))
  }
  const back = session.cancel_url
    ? { href: session.cancel_url, label: `Back to ${merchantName}` }
    : null
  const text = `This payment page has expired, and nothing was charged. Go back to ${merchantName} to begin anew.`
  sendHtml(
    response,
    posted ? 410 : 200,
    messagePage({ title: 'This page has expired', text, back }),
  )
}
