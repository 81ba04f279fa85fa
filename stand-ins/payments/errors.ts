import type Stripe from 'stripe'

export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export type ErrorBody = {
  type: ErrorType
  message: string
  code?: string
  param?: string
  decline_code?: string
  doc_url?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  request_log_url?: string
}

/** An answer in Stripe's error form, thrown by whatever part refuses. */
export class StripeFailure extends Error {
  override name = 'StripeFailure'
  readonly status: number
  readonly body: ErrorBody
  /** Answers given before the call was carried out are not kept under its idempotency key. */
  readonly beforeExecution: boolean

  constructor(status: number, body: ErrorBody, beforeExecution = false) {
    super(body.message)
    this.status = status
    this.body = body.code
      ? {
          ...body,
          doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`,
        }
      : body
    this.beforeExecution = beforeExecution
  }
}

type Extra = Partial<Omit<ErrorBody, 'type' | 'message'>>

/** The call itself is wrong: 400. */
export const invalidRequest = (message: string, extra: Extra = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...extra })

/** The call is wrong in its form, found before anything was done. */
export const invalidParams = (message: string, extra: Extra = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...extra }, true)

export const missingParam = (param: string) =>
  invalidParams(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/** The object named in the path does not exist: 404. */
export const noSuchObject = (kind: string, id: string, param = 'id') =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })

/** An object named in a parameter does not exist: 400. */
export const noSuchReference = (kind: string, id: string, param: string) =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param })

/** Something the real provider does and this stand-in does not. */
export const notStoodIn = (what: string, param?: string) =>
  invalidRequest(`The payment stand-in does not do ${what}.`, param ? { param } : {})
