import type { MiddlewareFunction } from 'react-router'
import { createContext } from 'react-router'
import { z } from 'zod'

import { siteContext } from './context.ts'
import { shortCookie } from './short-cookie.ts'

const schema = z.object({
  tone: z.enum(['info', 'good', 'bad']),
  sentence: z.string().max(500),
  /** The address that was typed, to be kept in the next form. */
  email: z.string().max(254).optional(),
})

/** A sentence that the next page shows once. */
export type Flash = z.infer<typeof schema>

export const flashContext = createContext<Flash | null>(null)

const cookie = shortCookie('kohue.flash', 1, schema)

/** The `Set-Cookie` value that has the next page say this. */
export const flash = cookie.write

/** Hands this page what the last one wanted said, and forgets it. */
export const passFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const site = context.get(siteContext)
  const found = request.method === 'GET' ? cookie.read(request, site) : null
  context.set(flashContext, found)
  const response = await next()
  if (found) response.headers.append('set-cookie', cookie.clear(site))
  return response
}
