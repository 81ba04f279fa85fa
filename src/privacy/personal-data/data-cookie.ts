import { redirect } from 'react-router'
import { z } from 'zod'

import type { Site } from '#platform/http/context.ts'
import { jsonCookie } from '#platform/http/cookies.server.ts'

/** The token of the mailed link, and once that is used, of this browser. */
export const dataCookie = jsonCookie('data', z.string().max(200))

/** Moves the link's token from the address to a cookie, so that no history entry or `Referer` has it. */
export function moveDataToken(url: URL, site: Site): void {
  const token = url.searchParams.get('token')
  if (token === null) return
  const headers = { 'set-cookie': dataCookie.write(token.slice(0, 200), site) }
  throw redirect(url.pathname, { status: 303, headers })
}
