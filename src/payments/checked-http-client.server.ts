import type { IncomingMessage } from 'node:http'

import { Stripe } from 'stripe'

/** Longest response, in bytes: a page of a hundred payments with their charges has about one million. */
const maxBodyBytes = 16_000_000

/**
 * The SDK's HTTP client, which checks each response. The SDK returns any JSON without an `error` as what was
 * requested, a gateway's 502 included, and reads a body of any length. Here a response that is not what was
 * requested counts as no response: the SDK throws, the outcome is unknown, and the shop retries later.
 */
export function checkedHttpClient(deadlineMs: number) {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const path = request[2]
    const readJson = response.toJSON.bind(response)
    response.toJSON = async () => {
      const stop = limitBody(response.getRawResponse() as IncomingMessage, deadlineMs)
      try {
        const body: unknown = await readJson()
        const wrong = whatIsWrong(path, response.getStatusCode(), body)
        if (wrong) throw new Error(wrong)
        return body
      } finally {
        stop()
      }
    }
    return response
  }
  return client
}

/** Closes the connection when its response is too long or too slow; returns a function that stops this. */
function limitBody(raw: IncomingMessage, deadlineMs: number): () => void {
  let length = 0
  raw.on('data', (chunk: string) => {
    length += chunk.length
    if (length > maxBodyBytes) raw.destroy(new Error('The response is too long'))
  })
  const timer = setTimeout(() => raw.destroy(new Error('The response is too slow')), deadlineMs)
  return () => clearTimeout(timer)
}

/** An id of the provider's within a path, such as `cs_test_a1` in `/v1/checkout/sessions/cs_test_a1/expire`. */
const idInPath = /\/((?:cs|pi|cus|price|prod|re|dp|du|plink|shr|txr)_\w+)(?=[/?]|$)/

/** Why a body is not the response to a request for this path; null when it may be. */
export function whatIsWrong(path: string, status: number, body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return 'The response is no object'
  if ('error' in body && body.error) return null
  if (status < 200 || status > 299) return `The response is ${status} without an error`
  if (!('object' in body) || typeof body.object !== 'string') return 'The response has no type'
  if (body.object === 'list') {
    return 'data' in body && Array.isArray(body.data) ? null : 'The list has no data'
  }
  // The one object without an id: an account has one balance.
  if (body.object === 'balance') return null
  if (!('id' in body) || typeof body.id !== 'string') return 'The response has no id'
  const id = idInPath.exec(path)?.[1]
  if (id && body.id !== id) return 'The response is about another object'
  return isOfOurCheckout(body) && 'currency' in body && body.currency !== 'usd'
    ? 'The response is in another currency'
    : null
}

/** This shop creates payments in US dollars only; those of another system may be in any currency. */
const isOfOurCheckout = (body: object): boolean =>
  'metadata' in body &&
  typeof body.metadata === 'object' &&
  body.metadata !== null &&
  'checkout' in body.metadata
