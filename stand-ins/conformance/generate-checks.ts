import type { RecordedCall } from '../payments/recorder.ts'

export type Check = { call: string; line: string }

const types: Record<string, string> = {
  balance: 'Balance',
  balance_transaction: 'BalanceTransaction',
  charge: 'Charge',
  'checkout.session': 'Checkout.Session',
  confirmation_token: 'ConfirmationToken',
  customer: 'Customer',
  dispute: 'Dispute',
  item: 'LineItem',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  price: 'Price',
  product: 'Product',
  refund: 'Refund',
  shipping_rate: 'ShippingRate',
  tax_rate: 'TaxRate',
  webhook_endpoint: 'WebhookEndpoint',
}

const sdkParams: Record<string, string> = {
  ConfirmationTokenCreateParams:
    "NonNullable<Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]>",
}

const paramsType = (name: string) =>
  sdkParams[name] ?? (name.startsWith('Session') ? `Stripe.Checkout.${name}` : `Stripe.${name}`)

type Answer = {
  object?: string
  deleted?: boolean
  type?: string
  data?: Answer[]
  error?: { code?: string }
}

function answerType(answer: Answer): string {
  if (answer.object === 'event')
    return `Extract<Stripe.Event, { type: ${JSON.stringify(answer.type)} }>`
  const name = types[answer.object ?? '']
  if (!name)
    throw new Error(
      `No declaration is known for an answer that is a ${answer.object ?? 'thing without a name'}.`,
    )
  return answer.deleted ? `Stripe.Deleted${name}` : `Stripe.${name}`
}

/** Errors have no declaration of their own; a payment's last error has the same fields and codes. */
const errorType =
  "Omit<Stripe.PaymentIntent.LastPaymentError, 'code'> & { code?: Stripe.PaymentIntent.LastPaymentError.Code }"

function answerChecks(answer: Answer): [value: unknown, type: string][] {
  if (answer.error) return [[answer.error, errorType]]
  if (answer.object !== 'list') return [[answer, answerType(answer)]]
  const list: [unknown, string] = [{ ...answer, data: [] }, 'Stripe.ApiList<never>']
  return [list, ...(answer.data ?? []).map((item): [unknown, string] => [item, answerType(item)])]
}

/**
 * One line of TypeScript for each request and each answer, which only compiles when it has exactly
 * the fields and values that are declared. What differs in nothing but numbers and ids is checked once.
 */
export function generateChecks(calls: RecordedCall[]): Check[] {
  const seen = new Set<string>()
  const checks: Check[] = []
  const add = (call: string, value: unknown, type: string) => {
    const text = JSON.stringify(value)
    const shape = `${type} ${text.replaceAll(/\b\d+\b/g, '0').replaceAll(/\b(\w{2,7}_)(test_)?\w{14,}/g, '$1')}`
    if (seen.has(shape)) return
    seen.add(shape)
    checks.push({ call, line: `;(${text} satisfies ${type})` })
  }
  for (const { method, path, paramsName, params, status, answer } of calls) {
    const call = `${method} ${path}`
    if (status < 300) add(`${call} (request)`, params, paramsType(paramsName))
    for (const [value, type] of answerChecks(answer as Answer))
      add(`${call} (answer ${status})`, value, type)
  }
  return checks
}
