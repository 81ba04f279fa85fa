import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

type ErrorBody = {
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

/** A Stripe API error. */
export class StripeFailure extends Error {
  override name = 'StripeFailure'
  readonly status: number
  readonly body: ErrorBody
  /** True for errors before execution, which are not stored under the idempotency key. */
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

/** 400: invalid request. */
export const invalidRequest = (message: string, extra: Extra = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...extra })

/** 400: invalid parameters, detected before execution. */
export const invalidParams = (message: string, extra: Extra = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...extra }, true)

export const missingParam = (param: string) =>
  invalidParams(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/** 404: the object named in the path does not exist. */
export const noSuchObject = (kind: string, id: string, param = 'id') =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })

/** 400: an object named in a parameter does not exist. */
export const noSuchReference = (kind: string, id: string, param: string) =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param })

/** 400: a feature of Stripe that this fake server does not implement. */
export const notSupported = (what: string, param?: string) =>
  invalidRequest(`The fake payment server does not do ${what}.`, param ? { param } : {})
