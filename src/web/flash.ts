import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { createContext } from 'react-router'
import { z } from 'zod'

import { siteContext } from './context.ts'
import { jsonCookie } from './cookies.server.ts'

const schema = z.object({
  tone: z.enum(['info', 'good', 'bad']),
  sentence: z.string().max(500),
  /** The address that was typed, to be kept in the next form. */
  email: z.string().max(254).optional(),
})

/** A sentence that the next page shows once. */
export type Flash = z.infer<typeof schema>

/** What the last page wanted said, and whether this answer says it. */
const flashContext = createContext<{ flash: Flash; isTold: boolean } | null>(null)

const cookie = jsonCookie('flash', schema)

/** The `Set-Cookie` value that has the next page say this. */
export const flash = cookie.write

/**
 * Hands this page what the last one wanted said, and forgets it once it is told: a page's parts may be
 * asked for one by one, and the first to be answered need not be the one that tells.
 */
export const readFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const site = context.get(siteContext)
  const found = request.method === 'GET' ? cookie.read(request, site) : null
  if (!found) return next()
  const waiting = { flash: found, isTold: false }
  context.set(flashContext, waiting)
  const response = await next()
  if (waiting.isTold) response.headers.append('set-cookie', cookie.clear(site))
  return response
}

/** What is to be said, for whoever says it. */
export function setFlash(context: Readonly<RouterContextProvider>): Flash | null {
  const waiting = context.get(flashContext)
  if (waiting) waiting.isTold = true
  return waiting?.flash ?? null
}

/** The address that was typed on the last page. */
export const typedEmail = (context: Readonly<RouterContextProvider>): string =>
  context.get(flashContext)?.flash.email ?? ''
