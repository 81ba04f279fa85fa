import { stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'

import { cookieOf } from '../http/cookies.rules.ts'
import type { NewFlash } from '../http/flash.rules.ts'

/** Redirects a form to a page that shows this message once. */
export function redirectWithFlash(
  reply: FastifyReply,
  to: string,
  shown: NewFlash,
  site: { publicUrl: string },
): FastifyReply {
  reply.header('set-cookie', stringifySetCookie(cookieOf('flash', JSON.stringify(shown), site)))
  return reply.redirect(to, 303)
}
