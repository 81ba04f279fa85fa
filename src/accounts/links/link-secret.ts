import { redirect } from 'react-router'
import { z } from 'zod'

import type { Site } from '#platform/http/context.ts'
import { jsonCookie } from '#platform/http/cookies.server.ts'

/** The token of an email's link, kept out of the address until its page is done. */
export const linkSecretCookie = jsonCookie('link', z.string().max(200))

/**
 * Moves the token of an email's link from the address to a cookie at once, so that no page, history
 * entry or `Referer` has it.
 */
export function moveSecretToCookie(url: URL, site: Site): void {
  const token = url.searchParams.get('token')
  if (token === null) return
  const rest = new URLSearchParams(url.searchParams)
  rest.delete('token')
  throw redirect(rest.size > 0 ? `${url.pathname}?${rest}` : url.pathname, {
    status: 303,
    headers: { 'set-cookie': linkSecretCookie.write(token, site) },
  })
}
