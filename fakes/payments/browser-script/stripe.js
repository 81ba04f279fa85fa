import { askBank } from './bank-overlay.js'
import { IntegrationError } from './integration-error.js'
import { clientSecretOf, makeElements, tokenFrom } from './payment-element.js'
import { providerOrigin } from './provider-origin.js'

/* The part of Stripe.js that the shop's card panel uses, in the shape the real one has. */

function makeStripe(publishableKey) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw new IntegrationError(
      `Please call Stripe() with your publishable key. You used: ${publishableKey}.`,
    )
  }

  /** Calls the API as the browser may: `{ ok, body }` or `{ error }`, never a rejection. */
  async function call(method, path, params = {}) {
    const form = new URLSearchParams()
    appendParams(form, params)
    const query = method === 'GET' && form.size > 0 ? `?${form}` : ''
    try {
      const request = { method, headers: { authorization: `Bearer ${publishableKey}` } }
      if (method !== 'GET') request.body = form
      const response = await fetch(`${providerOrigin}/v1/${path}${query}`, request)
      const body = await response.json()
      return body.error ? { error: body.error } : { body }
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'We are experiencing issues connecting to our payments provider. Please try again.',
        },
      }
    }
  }

  async function retrievePaymentIntent(clientSecret) {
    const { body, error } = await call('GET', `payment_intents/${idOf(clientSecret)}`, {
      client_secret: clientSecret,
    })
    return error ? { error } : { paymentIntent: body }
  }

  /** The intent as it is after the buyer's bank had its say. */
  async function afterNextAction(clientSecret) {
    const found = await retrievePaymentIntent(clientSecret)
    if (found.error) return found
    const { paymentIntent } = found
    const action = paymentIntent.next_action
    if (action?.type === 'redirect_to_url') {
      location.assign(action.redirect_to_url.url)
      return new Promise(() => {})
    }
    if (paymentIntent.status === 'requires_action') {
      await askBank(clientSecret)
      return outcomeOf((await retrievePaymentIntent(clientSecret)).paymentIntent)
    }
    return outcomeOf(paymentIntent)
  }

  async function handleNextAction({ clientSecret } = {}) {
    if (!clientSecret)
      throw new IntegrationError('Missing value for stripe.handleNextAction: clientSecret.')
    const found = await retrievePaymentIntent(clientSecret)
    if (found.error) return found
    if (found.paymentIntent.status !== 'requires_action') {
      const message =
        'handleNextAction: The PaymentIntent supplied is not in the requires_action state.'
      return {
        error: { type: 'invalid_request_error', message, payment_intent: found.paymentIntent },
      }
    }
    return afterNextAction(clientSecret)
  }

  async function createConfirmationToken({ elements, params = {} } = {}) {
    if (!elements)
      throw new IntegrationError('Missing value for stripe.createConfirmationToken: elements.')
    return tokenFrom(elements, params)
  }

  async function confirmPayment({
    elements,
    clientSecret,
    confirmParams = {},
    redirect = 'always',
  } = {}) {
    const secret = clientSecret ?? (elements && clientSecretOf(elements))
    if (!secret)
      throw new IntegrationError('Missing value for stripe.confirmPayment: clientSecret.')
    const params = { client_secret: secret, return_url: confirmParams.return_url }
    if (elements) {
      const submitted = await elements.submit()
      if (submitted.error) return { error: submitted.error }
      const made = await tokenFrom(elements, confirmParams)
      if (made.error) return made
      params.confirmation_token = made.confirmationToken.id
    } else params.payment_method = confirmParams.payment_method
    const { error } = await call('POST', `payment_intents/${idOf(secret)}/confirm`, params)
    if (error) return { error }
    const outcome = await afterNextAction(secret)
    if (outcome.error || redirect === 'if_required' || !confirmParams.return_url) return outcome
    const target = new URL(confirmParams.return_url)
    target.searchParams.set('payment_intent', outcome.paymentIntent.id)
    target.searchParams.set('payment_intent_client_secret', secret)
    target.searchParams.set('redirect_status', 'succeeded')
    location.assign(target)
    return new Promise(() => {})
  }

  return {
    elements: (options = {}) => makeElements(publishableKey, options),
    createConfirmationToken,
    handleNextAction,
    confirmPayment,
    retrievePaymentIntent,
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

const idOf = (clientSecret) => String(clientSecret).split('_secret_')[0]

function outcomeOf(paymentIntent) {
  if (paymentIntent.status !== 'requires_payment_method' || !paymentIntent.last_payment_error)
    return { paymentIntent }
  return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } }
}

function appendParams(form, params, prefix = '') {
  for (const [key, value] of Object.entries(params)) {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null) continue
    if (typeof value === 'object') appendParams(form, value, name)
    else form.append(name, String(value))
  }
}

window.Stripe = makeStripe
window.Stripe.version = 'endive'
