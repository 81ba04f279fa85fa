import type { ServerResponse } from 'node:http'

import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { signedCookieValue } from '#accounts/sessions/session-cookie.ts'
import { isApiPath } from '#platform/api/errors.api.ts'
import { cookieName, cookieOf, cookies, sessionCookie } from '#platform/http/cookies.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import type { Caller } from '#waiting-room/caller.server.ts'
import { linePage, linePolicy } from '#waiting-room/line-page.server.ts'
import { isDataPath, isLeft, isPaymentBegun } from '#waiting-room/line.rules.ts'
import type { Answer, WaitingRoom } from '#waiting-room/room.server.ts'

import type { Env } from './env.ts'
import type { App } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its time says how fast the shop is for shoppers. */
    isShopping: boolean
    /** The admission with which it was let in. */
    linePass: string | undefined
  }
}

export const linePath = '/waiting-line'
const emailPath = `${linePath}?email`
const json = /application\/json/i

const newsHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=1',
  'x-content-type-options': 'nosniff',
}

/** Whether a payment began: who is refused by a form is led to a page of the shop. */
const isAccepted = (reply: FastifyReply): boolean =>
  reply.statusCode < 400 && !String(reply.getHeader('location') ?? '').startsWith('/')

/** In few bytes: the page of the line has the titles of its wines. */
const newsText = (room: WaitingRoom): string =>
  JSON.stringify(room.news(), (name, value: unknown) => (name === 'title' ? undefined : value))

/** What thousands ask for every few seconds: the same for all, from memory, before any hook. */
export function sendNews(room: WaitingRoom, response: ServerResponse): void {
  const news = Buffer.from(newsText(room))
  response.writeHead(200, { ...newsHeaders, 'content-length': news.length }).end(news)
}

/**
 * The line in front of the pages and calls by which one buys: before the hooks that serve them, so that
 * waiting costs little, and after those that every answer needs.
 */
export function waitingLine(server: FastifyInstance, { waitingRoom: room }: App, env: Env): void {
  const site = { publicUrl: env.PUBLIC_URL }
  const sessionName = cookieName(sessionCookie, site)
  const passName = cookieName(cookies.line.name, site)
  const setCookie = (value: string) => stringifySetCookie(cookieOf('line', value, site))
  const callerOf = ({ url, headers, ip }: FastifyRequest): Caller => {
    const cookie = headers.cookie ?? ''
    const session = signedCookieValue(new Headers({ cookie }), sessionName, env.AUTH_SECRET)
    return {
      url,
      agent: headers['user-agent'],
      address: ip,
      session: session ?? undefined,
      pass: parseCookie(cookie)[passName],
    }
  }

  /** The page that is opened when the turn has come: for a form the one that it is on. */
  function pageOf({ method, url, headers }: FastifyRequest): string {
    const isRead = method === 'GET' || method === 'HEAD'
    const from = isRead ? url : (headers.referer ?? '').replace(/^https?:\/\/[^/]*/, '')
    const { pathname, searchParams } = new URL(
      safeReturnTo(from, paths.members()),
      'http://here.invalid',
    )
    searchParams.delete('_routes')
    const page = pathname.replace(/\/?\.data$/, '')
    const to = searchParams.size > 0 ? `${page}?${searchParams}` : page
    return room.isGated(to) ? to : paths.members()
  }

  function wait(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    { ticket, place, pass, cookie: value, lost }: Extract<Answer, { kind: 'wait' }>,
  ): FastifyReply {
    const news = room.news()
    const ahead = Math.max(0, place - news.letIn - 1)
    if (value) reply.header('set-cookie', setCookie(value))
    const to = pageOf(request)
    // React Router then loads the page as a document, which is that of the line.
    if (isDataPath(request.url)) {
      return reply
        .code(204)
        .headers({
          'x-remix-redirect': to,
          'x-remix-status': '302',
          'x-remix-reload-document': 'true',
        })
        .send()
    }
    const { accept = '' } = request.headers
    if (json.test(accept) || (isApiPath(request.url) && !accept.includes('text/html'))) {
      const error = {
        code: 'waiting',
        requestId: request.id,
        message: 'Many people are here at once. Please reload the page to see your place in line.',
      }
      return reply
        .code(429)
        .header('retry-after', '10')
        .type('application/json; charset=utf-8')
        .serializer(JSON.stringify)
        .send({ error, place: ticket === 0 ? null : ahead + 1, ahead })
    }
    const html = linePage({
      title: env.PAGE_TITLE,
      timeZone: env.SHOP_TIME_ZONE,
      to,
      ticket,
      place,
      lost,
      isSignedIn: caller.session !== undefined,
      kept: pass?.kept ?? 0,
      keptUntil: pass?.keptUntil ?? 0,
      wish: pass?.wish ?? 'no',
      news,
    })
    return reply
      .header('content-security-policy', linePolicy)
      .type('text/html; charset=utf-8')
      .send(html)
  }

  server.decorateRequest('isShopping', false)
  server.decorateRequest('linePass', undefined)
  server.addHook('onRequest', async (request, reply) => {
    if (request.url === linePath) {
      if (request.method === 'POST') {
        await room.leave(callerOf(request)).catch(() => {})
        return reply.header('set-cookie', setCookie('')).redirect(paths.home(), 303)
      }
      return reply.headers(newsHeaders).send(newsText(room))
    }
    if (request.url === emailPath && request.method === 'POST') {
      const asked = await room.askForEmail(callerOf(request))
      if (asked) reply.header('set-cookie', setCookie(asked))
      return reply.redirect(pageOf(request), 303)
    }
    const isLeaving = isLeft(request.url)
    if (!isLeaving && !room.isGated(request.url)) return
    const caller = callerOf(request)
    if (!isLeaving && !room.isFor(caller)) return
    const answer = isLeaving ? room.noteLeft(caller) : await room.gate(caller)
    if (answer.kind === 'robot') {
      return reply
        .code(503)
        .header('retry-after', '600')
        .type('text/plain; charset=utf-8')
        .send('The shop is very busy. Please come back later.')
    }
    if (answer.kind === 'wait') return wait(request, reply, caller, answer)
    request.isShopping = !isLeaving
    request.linePass = answer.cookie ?? caller.pass
    if (answer.cookie) reply.header('set-cookie', setCookie(answer.cookie))
  })
  server.addHook('onSend', async (request, reply) => {
    const { isShopping, url, linePass: pass } = request
    if (!isShopping || !isPaymentBegun(url) || !isAccepted(reply)) return
    const cookie = room.notePaying({ ...callerOf(request), pass })
    if (!cookie) return
    const all = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    const others = all.filter((one) => !one.startsWith(`${passName}=`))
    reply.removeHeader('set-cookie').header('set-cookie', [...others, setCookie(cookie)])
  })
  server.addHook('onResponse', async (request, reply) => {
    if (request.isShopping) room.observe(reply.elapsedTime)
  })
}
