import type { onSendHookHandler } from 'fastify'

/** Default of Retry-After by status, in seconds. */
const seconds: Readonly<Record<number, string>> = { 429: '60', 502: '5', 503: '5' }

/** Adds `Retry-After` to every 429, 502 and 503 without one. */
export const addRetryAfter: onSendHookHandler = (_request, reply, payload, done) => {
  const after = seconds[reply.statusCode]
  if (after && !reply.hasHeader('retry-after')) reply.header('retry-after', after)
  done(null, payload)
}
