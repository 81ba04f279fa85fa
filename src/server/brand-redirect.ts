import type { onRequestHookHandler } from 'fastify'

import { paths } from '#web/paths.ts'

/**
 * The public pages that give way to the brand's own address while the redirect flag is set. The
 * doors of the members' rooms stay (login, registration, what letters lead to), and so does the
 * return of somebody who has just paid.
 */
const givesWay: ReadonlySet<string> = new Set([
  paths.home(),
  paths.about(),
  paths.ourWines(),
  paths.terms(),
  paths.privacy(),
  paths.join(),
  paths.mailingList(),
  paths.mailingListJoined(),
  paths.acquire(),
  paths.offering(),
  paths.singleBottle(),
  '/offering/ship-to',
  '/offer1/ship-to',
  paths.offerThanks(),
  paths.stayTuned(),
  paths.interestThanks(),
  paths.clubThanks(),
  paths.test(),
])

/** Leads public pages to `brandUrl`: for now, so nobody is told to remember it. */
export const redirectToBrand =
  (brandUrl: string): onRequestHookHandler =>
  async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const url = new URL(request.url, 'http://here')
    if (!givesWay.has(url.pathname.replace(/(?<=.)\/$/, ''))) return
    if (url.searchParams.has('session_id')) return
    return reply.header('cache-control', 'no-store').redirect(brandUrl, 302)
  }
