import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { createContext, redirect, redirectDocument } from 'react-router'

import { siteContext } from './context.ts'
import { jsonCookie } from './cookies.server.ts'
import type { Flash, NewFlash } from './flash.rules.ts'
import { flashSchema } from './flash.rules.ts'

/** The flash of this request, and whether its response shows it. */
const flashContext = createContext<{ flash: Flash; isShown: boolean } | null>(null)

const cookie = jsonCookie('flash', flashSchema)

/** The `Set-Cookie` value that has the next page show this. */
export const flash = cookie.write

/**
 * Redirects to a page that shows this once: with 303 from a form, with 302 from a page that was only opened. From
 * that a script loads the whole document: the root's loader, which reads the flash, runs with documents and forms only.
 */
export function redirectWithFlash(
  to: string,
  shown: NewFlash,
  context: Readonly<RouterContextProvider>,
  status: 302 | 303 = 303,
): Response {
  const answer = { status, headers: { 'set-cookie': flash(shown, context.get(siteContext)) } }
  return status === 302 ? redirectDocument(to, answer) : redirect(to, answer)
}

/**
 * Reads the flash, and deletes its cookie once it is shown: the loaders of a page may be requested one
 * by one, and the first to be handled need not be the root's.
 */
export const readFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const site = context.get(siteContext)
  const found = request.method === 'GET' ? cookie.read(request, site) : null
  if (!found) return next()
  const waiting = { flash: found, isShown: false }
  context.set(flashContext, waiting)
  const response = await next()
  if (waiting.isShown) response.headers.append('set-cookie', cookie.clear(site))
  return response
}

/** The flash of this request, for the response that shows it, or null. */
export function takeFlash(context: Readonly<RouterContextProvider>): Flash | null {
  const waiting = context.get(flashContext)
  if (waiting) waiting.isShown = true
  return waiting?.flash ?? null
}

/** The address that was typed on the last page. */
export const typedEmail = (context: Readonly<RouterContextProvider>): string =>
  context.get(flashContext)?.flash.email ?? ''
