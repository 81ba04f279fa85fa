import type { RecordedCall } from '#fakes/payments/recorder.ts'

export type Check = { call: string; line: string }

const types: Record<string, string> = {
  balance: 'Balance',
  balance_transaction: 'BalanceTransaction',
  charge: 'Charge',
  'checkout.session': 'Checkout.Session',
  confirmation_token: 'ConfirmationToken',
  customer: 'Customer',
  dispute: 'Dispute',
  file: 'File',
  item: 'LineItem',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  payout: 'Payout',
  price: 'Price',
  product: 'Product',
  refund: 'Refund',
  shipping_rate: 'ShippingRate',
  tax_rate: 'TaxRate',
  webhook_endpoint: 'WebhookEndpoint',
}

const sdkParams: Record<string, string> = {
  // The content of an upload is recorded as its size and digest.
  FileCreateParams:
    "Omit<Stripe.FileCreateParams, 'file'> & { file: { name: string; type: string; size: number; sha256: string } }",
  ConfirmationTokenCreateParams:
    "NonNullable<Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]>",
}

const paramsType = (name: string) =>
  sdkParams[name] ?? (name.startsWith('Session') ? `Stripe.Checkout.${name}` : `Stripe.${name}`)

type ResponseBody = {
  object?: string
  deleted?: boolean
  type?: string
  data?: ResponseBody[]
  error?: { code?: string }
}

function responseType(response: ResponseBody): string {
  if (response.object === 'event')
    return `Extract<Stripe.Event, { type: ${JSON.stringify(response.type)} }>`
  const name = types[response.object ?? '']
  if (!name)
    throw new Error(`No declaration for a response with the object ${response.object ?? '(none)'}.`)
  return response.deleted ? `Stripe.Deleted${name}` : `Stripe.${name}`
}

/** The SDK declares no error type; a payment's last error has the same fields and codes. */
const errorType =
  "Omit<Stripe.PaymentIntent.LastPaymentError, 'code'> & { code?: Stripe.PaymentIntent.LastPaymentError.Code }"

function responseChecks(response: ResponseBody): [value: unknown, type: string][] {
  if (response.error) return [[response.error, errorType]]
  if (response.object !== 'list') return [[response, responseType(response)]]
  const list: [unknown, string] = [{ ...response, data: [] }, 'Stripe.ApiList<never>']
  return [
    list,
    ...(response.data ?? []).map((item): [unknown, string] => [item, responseType(item)]),
  ]
}

/**
 * One line of TypeScript per request and response, which only compiles when it has exactly
 * the fields and values that are declared. Lines that differ only in numbers and ids are checked once.
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
  for (const { method, path, paramsName, params, status, response } of calls) {
    const call = `${method} ${path}`
    if (status < 300) add(`${call} (request)`, params, paramsType(paramsName))
    for (const [value, type] of responseChecks(response as ResponseBody))
      add(`${call} (response ${status})`, value, type)
  }
  return checks
}
