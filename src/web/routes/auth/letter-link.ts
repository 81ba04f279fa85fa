import { redirect } from 'react-router'
import { z } from 'zod'

import type { Site } from '#web/context.ts'
import { shortCookie } from '#web/short-cookie.ts'

/** The secret of a letter's link, kept from the address until the page it leads to is done. */
export const letterLink = shortCookie('kohue.letter', 30, z.string().max(200))

/**
 * A link from a letter carries its secret in the address. It moves to a cookie at once, so that it
 * stands in no page, no history and no address that is passed on.
 */
export function moveSecretToCookie(url: URL, site: Site): void {
  const token = url.searchParams.get('token')
  if (token === null) return
  throw redirect(url.pathname, {
    status: 303,
    headers: { 'set-cookie': letterLink.write(token, site) },
  })
}
