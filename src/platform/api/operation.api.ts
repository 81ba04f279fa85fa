import type { onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'

import type { SignedIn } from '../access/signed-in.ts'
import { paths } from '../http/paths.rules.ts'
import { ApiError } from './errors.api.ts'
import { isForm } from './form-body.api.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: SignedIn | null
  }
}

const apiError = z
  .object({ error: z.object({ code: z.string(), message: z.string(), requestId: z.string() }) })
  .meta({ id: 'Error' })

type Call = {
  /** What the call does, in one line. */
  summary: string
  about: keyof typeof subjects
  who: keyof typeof securityOf
  body?: z.ZodType
  params?: z.ZodType
  query?: z.ZodType
  /** Without one the response is 204. */
  response?: z.ZodType
  /** Statuses of refusals besides those that follow from the other fields. */
  refusals?: readonly number[]
  /** Whether a plain form is accepted, too; it gets a redirect. */
  takesForms?: boolean
  /** The page of a member's plain form: who is not signed in logs in first, and comes back to it. */
  page?: string
  /** Refuses a member's call to who is not signed in. */
  signedOut?: () => ApiError
}

/** What calls are about, each with what the document says of it. */
export const subjects = {
  buying: 'To the payment page.',
  cards: 'Paying by card in the shop’s own page.',
  customers: 'The member’s customer at the payment provider.',
  history: 'What was paid.',
  identity: 'Registration, login and login sessions.',
  service: 'The service itself.',
} as const

/** Descriptions of the refusals, the same for every call. */
const meaning: Record<number, string> = {
  400: 'It could not be read, or a value disagrees with what the server knows.',
  401: 'Nobody is signed in.',
  402: 'The card was refused; the message is the provider’s.',
  403: 'Not allowed, or sent by another site’s page.',
  404: 'There is no such thing, or it is another’s.',
  409: 'Not possible as things stand; the code says why.',
  413: 'Too large.',
  415: 'Neither JSON nor, where one is taken, a form.',
  422: 'Values that can’t be accepted.',
  429: 'Too often.',
  500: 'An error of ours.',
  503: 'The shop is too busy, or the payment provider is away; try again.',
}

const ofWrites = [400, 403, 413, 415, 422]

/** Before a body is read: who is not signed in learns nothing about what a member's call takes. */
const requireLogin =
  ({ page, signedOut = notSignedIn }: Call): onRequestAsyncHookHandler =>
  async (request, reply) => {
    if (request.viewer) return
    if (page && isForm(request)) return reply.redirect(paths.login(page), 303)
    throw signedOut()
  }

export const notSignedIn = () => new ApiError(401, 'not-signed-in', 'Please log in first.')

/**
 * The schema of a call, by which requests and responses are validated and documented (OpenAPI), and the login
 * that it demands. Responses outside 2xx have one shape; they are documented here and sent by `apiErrorHandler`.
 */
export function operation<const C extends Call>(
  call: C,
): { schema: OperationSchema<C>; onRequest: onRequestAsyncHookHandler[] } {
  const { summary, about, who, body, params, query, response } = call
  const { refusals = [], takesForms = false } = call
  const statuses = new Set([
    ...(body || who === 'provider' ? ofWrites : []),
    ...(params || query ? [400, 422] : []),
    ...(who === 'member' ? [401] : []),
    ...refusals,
    500,
    503,
  ])
  const refused = [...statuses].map((status) => [
    status,
    { description: meaning[status], content: { 'application/json': { schema: apiError } } },
  ])
  const schema = {
    summary,
    tags: [about],
    security: securityOf[who],
    ...(body && { body, consumes: takesForms ? [json, form] : [json] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    response: {
      ...(response
        ? { 200: { description: 'Done.', content: { [json]: { schema: response } } } }
        : { 204: z.null().describe('Done.') }),
      ...(takesForms && { 303: redirects }),
      ...Object.fromEntries(refused),
    },
  }
  return {
    schema: schema as unknown as OperationSchema<C>,
    onRequest: who === 'member' ? [requireLogin(call)] : [],
  }
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const redirects = {
  description: 'Redirects a form.',
  content: { 'text/plain': { schema: z.literal('') } },
}

const securityOf = {
  anyone: [],
  member: [{ session: [] }],
  provider: [{ providerSignature: [] }],
} as const

/** The types of handlers cover the successful response alone: refusals are thrown. */
type OperationSchema<C extends Call> = (C['body'] extends z.ZodType
  ? { body: C['body'] }
  : object) &
  (C['params'] extends z.ZodType ? { params: C['params'] } : object) &
  (C['query'] extends z.ZodType ? { querystring: C['query'] } : object) &
  (C['response'] extends z.ZodType ? { response: { 200: C['response'] } } : object)
