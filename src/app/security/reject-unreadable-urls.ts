import type { IncomingMessage } from 'node:http'

import type { FastifyRequest, onRequestHookHandler, preValidationHookHandler } from 'fastify'

/** A request that no browser sends: rejected with 400, and not logged as an error. */
class Unreadable extends Error {
  readonly statusCode = 400
}

const nul = '\0'

/** A name or IPv4 address, or an IPv6 address in brackets, with an optional port. */
const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Whether it is one, with a port that exists. */
const isHost = (text: string) => host.test(text) && URL.canParse(`http://${text}`)

/** A path with an optional query: no full URL, and no fragment, which clients don't send. */
const target = /^\/[^#]*$/

/** Whether target and host of the request make a valid URL. */
export const isReadable = ({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  target.test(url ?? '') && isHost(headers.host ?? '')

/** Rejects invalid targets and hosts, and NUL, which PostgreSQL can't store. */
export const rejectUnreadableUrl: onRequestHookHandler = (request, _reply, done) => {
  const isUnreadable =
    !isReadable(request.raw) || !isHost(request.host) || /%00|\0/.test(request.url)
  done(isUnreadable ? new Unreadable('unreadable target or host') : undefined)
}

/**
 * Returns the body of a form unchanged; throws when it can't be parsed. Only files may contain NUL, and
 * only where `takesFiles`.
 */
export async function rejectUnreadableForm(
  request: FastifyRequest,
  body: Buffer,
  { takesFiles }: { takesFiles: boolean },
): Promise<Buffer> {
  const type = request.headers['content-type'] ?? ''
  const isEncoded = type.startsWith('application/x-www-form-urlencoded')
  const mayHoldFile = takesFiles && !isEncoded
  if ((!mayHoldFile && body.includes(nul)) || (isEncoded && body.includes('%00'))) {
    throw new Unreadable('NUL in the form')
  }
  if (!isEncoded) {
    const headers = { 'content-type': type }
    const form = await new Response(body as Buffer<ArrayBuffer>, { headers })
      .formData()
      .catch(() => {
        throw new Unreadable('not a form')
      })
    const reason = whyUnreadable(form)
    if (reason) throw new Unreadable(reason)
  }
  return body
}

/** No name of a field or file has one; names may be stored, and PostgreSQL can't store NUL. */
const controlCharacter = /\p{Cc}/u

/** Rejects several files in one field, too: our forms have one, and read the first. */
function whyUnreadable(form: FormData): string | null {
  const withFile = new Set<string>()
  for (const [name, value] of form) {
    if (controlCharacter.test(name)) return 'control character in a name of the form'
    if (typeof value === 'string') {
      if (value.includes(nul)) return 'NUL in the form'
      continue
    }
    if (controlCharacter.test(value.name)) return 'control character in the name of a file'
    if (withFile.has(name)) return 'two files in one field'
    withFile.add(name)
  }
  return null
}

/** Rejects NUL anywhere in a JSON body. */
export const rejectUnreadableBody: preValidationHookHandler = (request, _reply, done) =>
  done(hasNul(request.body) ? new Unreadable('NUL in the body') : undefined)

/** Not recursive, since a body may be nested deeper than the stack. */
function hasNul(body: unknown): boolean {
  const left: unknown[] = [body]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && value.includes(nul)) return true
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [name, inside] of Object.entries(value)) left.push(name, inside)
  }
  return false
}
