import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { data, redirect } from 'react-router'
import { z } from 'zod'

import { may } from '../access/access.rules.ts'
import { isLimitedPage } from '../access/limited-session.rules.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { actionOfPage } from '../admin/parts.rules.ts'
import { errorCopy } from '../layout/errors.copy.ts'
import {
  codeDueContext,
  logContext,
  requestContext,
  servicesContext,
  siteContext,
  refusedContext,
  viewerContext,
} from './context.ts'
import { jsonCookie } from './cookies.server.ts'
import { isDataRequest } from './data-request.ts'
import { redirectWithFlash } from './flash.ts'
import { httpError } from './http-error.ts'
import { paths } from './paths.rules.ts'

/**
 * Before any loader or action: a login session that a purchase link opened is asked to confirm who it
 * is, wherever it is not expressly allowed.
 */
export const requireConfirmed: MiddlewareFunction<Response> = ({
  request,
  url,
  context,
  pattern,
}) => {
  if (!context.get(viewerContext)?.isLimited) return
  if (isLimitedPage(pattern, request.method, url.searchParams.get('view'))) return
  throw redirect(paths.confirmIdentity(request.method === 'GET' ? hereOf(url) : url.pathname), 303)
}

/** Forms that who said to be under 21 may send: among them the one that ends emails. */
const withoutAge = (path: string): boolean =>
  path === paths.ageGate() || path === paths.logout() || path.startsWith(paths.unsubscribe(''))

/**
 * Before any action: who said to be under 21 gets the gate, which stands before every page, also for a form
 * that is sent without its page.
 */
export const requireAge: MiddlewareFunction<Response> = ({ request, url, context }) => {
  if (context.get(requestContext).ageGate !== 'refused') return
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!withoutAge(url.pathname)) throw redirect(paths.home(), 303)
}

/** Shows the page of a refusal by a route that has none, such as a file's. */
export const showRefusal: MiddlewareFunction<Response> = ({ context }) => {
  const status = context.get(refusedContext)
  if (status !== null) throw data(null, { status })
}

/** An address within the shop, to come back to. Hand it the router's `url`, not the request's. */
export const hereOf = (url: URL) => url.pathname + url.search

/** Only for signed-in users; a visitor logs in first and comes back. */
export const requireMember: MiddlewareFunction<Response> = (args) => {
  if (!args.context.get(viewerContext)) throw signInFirst(args)
}

type Guarded = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/**
 * Where a visitor logs in, or enters the code that the login session waits for, and comes back. A form
 * that our script sends gets a 401: its page stays, with what was typed (`keepPageOnNetworkError`).
 */
function signInFirst({ request, url, context }: Guarded) {
  const isForm = request.method !== 'GET' && request.method !== 'HEAD'
  if (isForm && isDataRequest(request)) return httpError(401)
  const here = hereOf(url)
  const to = context.get(codeDueContext) ? paths.loginCode(here) : paths.login(here)
  if (!isForm) return redirect(to)
  return redirectWithFlash(to, { tone: 'info', sentence: errorCopy.signedOutAndLost }, context, 302)
}

const cardSought = jsonCookie('card', z.literal(true))

/** The card panel sends visitors to join (specification, section 2); `backToCard` brings them back. */
export const requireMemberOrJoin: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(viewerContext)) return
  const setCookie = cardSought.write(true, context.get(siteContext))
  throw redirect(paths.join(), { headers: { 'set-cookie': setCookie } })
}

/** On the page that every way to log in leads to: back to the card panel, once, if that was asked for before. */
export const backToCard: MiddlewareFunction<Response> = ({ request, url, context }) => {
  const site = context.get(siteContext)
  if (request.method !== 'GET' || url.search !== '' || !cardSought.read(request, site)) return
  throw redirect(paths.card(), { headers: { 'set-cookie': cardSought.clear(site) } })
}

/** Only for staff with a duty for this page: a visitor logs in first, all others are refused. */
export const requireStaff: MiddlewareFunction<Response> = (args) => {
  const { context, pattern } = args
  const viewer = context.get(viewerContext)
  if (!viewer) throw signInFirst(args)
  if (viewer.needsFactor) throw redirect(paths.secondFactor())
  if (may(viewer, actionOfPage(pattern))) return
  context.get(logContext).warn({ user: viewer.id, route: pattern }, 'refused: not of the staff')
  throw httpError(403)
}

/**
 * Follows `requireStaff` where an action cannot be undone or concerns many: staff with a second factor
 * enter its code again after a quarter of an hour.
 */
export const requireFreshCode: MiddlewareFunction<Response> = ({ url, context }) => {
  if (context.get(viewerContext)?.isCodeStale) throw redirect(paths.loginCode(hereOf(url)), 303)
}

/** The signed-in user of a guarded route. Throws where the route has no guard. */
export function memberOf(context: Readonly<RouterContextProvider>): SignedIn {
  const viewer = context.get(viewerContext)
  if (!viewer) throw new Error(`No guard before this route (${context.get(requestContext).id})`)
  return viewer
}

/** What the actions are passed, and the member who calls them. */
export const callerOf = (context: Readonly<RouterContextProvider>) => ({
  services: context.get(servicesContext),
  viewer: memberOf(context),
})
