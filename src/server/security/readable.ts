import type { FastifyRequest, onRequestHookHandler, preValidationHookHandler } from 'fastify'

/** What a person can't have meant: told as 400, before anything is done with it. */
class Unreadable extends Error {
  readonly statusCode = 400
}

const nul = '\0'

/** The character that PostgreSQL keeps in no text, in an address, in clear or encoded. */
export const refuseUnreadableAddress: onRequestHookHandler = (request, _reply, done) =>
  done(/%00|\0/.test(request.url) ? new Unreadable('NUL in the address') : undefined)

/** A form as it came, if it can be read as one. */
export async function readableForm(request: FastifyRequest, body: Buffer): Promise<Buffer> {
  const type = request.headers['content-type'] ?? ''
  const isEncoded = type.startsWith('application/x-www-form-urlencoded')
  if (body.includes(nul) || (isEncoded && body.includes('%00'))) {
    throw new Unreadable('NUL in the form')
  }
  if (!isEncoded) {
    const headers = { 'content-type': type }
    await new Response(body as Buffer<ArrayBuffer>, { headers }).formData().catch(() => {
      throw new Unreadable('No such form')
    })
  }
  return body
}

/** The same character anywhere in what a call was sent. */
export const refuseUnreadableCall: preValidationHookHandler = (request, _reply, done) =>
  done(hasNul(request.body) ? new Unreadable('NUL in the call') : undefined)

/** Without recursion: what is sent may be nested deeper than our stack. */
function hasNul(sent: unknown): boolean {
  const left: unknown[] = [sent]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && value.includes(nul)) return true
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [name, inside] of Object.entries(value)) left.push(name, inside)
  }
  return false
}
