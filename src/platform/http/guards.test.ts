import type { MiddlewareFunction } from 'react-router'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { addLimitedRights } from '../access/limited-session.rules.ts'
import type { SignedIn } from '../access/signed-in.ts'
import type { AgeGate } from './age-gate.rules.ts'
import type { RequestFacts, Site } from './context.ts'
import { codeDueContext, requestContext, siteContext, viewerContext } from './context.ts'
import {
  backToCard,
  requireAge,
  requireConfirmed,
  requireFreshCode,
  requireMember,
  requireMemberOrJoin,
  requireStaff,
} from './guards.ts'

/** The redirect of a guard, or null when it lets the request pass. */
async function redirectOf(guard: MiddlewareFunction<Response>, path: string, cookie = '') {
  const url = new URL(path, 'http://shop.example')
  const context = new RouterContextProvider()
  context.set(siteContext, { publicUrl: 'http://shop.example' } as Site)
  context.set(viewerContext, null)
  const request = new Request(url, { headers: { cookie } })
  const args = { request, url, context } as unknown as Parameters<typeof guard>[0]
  try {
    await guard(args, async () => new Response())
    return null
  } catch (thrown) {
    const { headers } = thrown as Response
    return { to: headers.get('location'), cookie: headers.get('set-cookie') }
  }
}

test('a visitor to the card panel is sent to join, and after logging in back to it, once', async () => {
  const sent = await redirectOf(requireMemberOrJoin, '/card')
  expect(sent).toMatchObject({
    to: '/join',
    cookie: expect.stringMatching(/^kohue\.card=true; Max-Age=1800/),
  })
  expect(await redirectOf(backToCard, '/members', 'kohue.card=true')).toMatchObject({
    to: '/card',
    cookie: expect.stringMatching(/^kohue\.card=; Max-Age=0/),
  })
  expect(await redirectOf(backToCard, '/members')).toBeNull()
  expect(await redirectOf(backToCard, '/members?view=orders', 'kohue.card=true')).toBeNull()
})

type Asked = {
  method?: 'GET' | 'HEAD' | 'POST'
  viewer?: Partial<SignedIn> | null
  ageGate?: AgeGate
  isCodeDue?: boolean
  pattern?: string
}

/** What a guard answers a request: its status and where it leads, or null when it lets the request pass. */
async function answerOf(guard: MiddlewareFunction<Response>, path: string, asked: Asked = {}) {
  const { method = 'GET', viewer = null, ageGate = 'open', pattern = '' } = asked
  const url = new URL(path, 'http://shop.example')
  const context = new RouterContextProvider()
  context.set(siteContext, { publicUrl: 'http://shop.example' } as Site)
  context.set(viewerContext, viewer as SignedIn | null)
  context.set(codeDueContext, asked.isCodeDue ?? false)
  context.set(requestContext, { ageGate } as RequestFacts)
  const args = { request: new Request(url, { method }), url, context, pattern }
  try {
    await guard(args as unknown as Parameters<typeof guard>[0], async () => new Response())
    return null
  } catch (thrown) {
    if (!(thrown instanceof Response)) return (thrown as { init: { status: number } }).init.status
    return [thrown.status, thrown.headers.get('location')]
  }
}

test('who said to be under 21 sends no form but those of the gate, of logging out and of no more emails', async () => {
  const refused = (path: string, method: 'GET' | 'HEAD' | 'POST') =>
    answerOf(requireAge, path, { method, ageGate: 'refused' })
  expect(await refused('/card', 'POST')).toEqual([303, '/'])
  expect(await refused('/login', 'POST')).toEqual([303, '/'])
  for (const path of ['/age-gate', '/logout', '/unsubscribe/abc']) {
    expect([path, await refused(path, 'POST')]).toEqual([path, null])
  }
  expect(await refused('/card', 'GET')).toBeNull()
  expect(await refused('/card', 'HEAD')).toBeNull()
  expect(await answerOf(requireAge, '/card', { method: 'POST' })).toBeNull()
})

test('a visitor logs in and comes back; a form that our script sends keeps its page', async () => {
  const asked = (path: string, of: Asked = {}) => answerOf(requireMember, path, of)
  expect(await asked('/members?view=orders')).toEqual([302, '/login?to=%2Fmembers%3Fview%3Dorders'])
  expect(await asked('/members', { isCodeDue: true })).toEqual([302, '/login/code?to=%2Fmembers'])
  expect(await asked('/members', { method: 'POST' })).toEqual([302, '/login?to=%2Fmembers'])
  expect(await asked('/members.data', { method: 'POST' })).toBe(401)
  expect(await asked('/members', { viewer: { id: 'a' } })).toBeNull()
})

test('staff who have to set up a second factor do so before any page', async () => {
  const viewer = { id: 'a', role: 'staff', duties: ['owner'], needsFactor: true } as never
  expect(await answerOf(requireStaff, '/admin', { viewer })).toEqual([
    302,
    '/account/second-factor',
  ])
})

test('staff whose code is stale enter it again, and come back to all that the address said', async () => {
  const asked = (isCodeStale: boolean) =>
    answerOf(requireFreshCode, '/admin/merge?from=a', { viewer: { id: 'a', isCodeStale } })
  expect(await asked(true)).toEqual([303, '/login/code?to=%2Fadmin%2Fmerge%3Ffrom%3Da'])
  expect(await asked(false)).toBeNull()
})

test('a session that a purchase link opened is asked who it is, and comes back to what it asked for', async () => {
  addLimitedRights({ pages: { 'guarded/page': ['GET'] }, views: { 'guarded/page': ['wines'] } })
  const limited = (path: string, of: Asked = {}) =>
    answerOf(requireConfirmed, path, {
      viewer: { isLimited: true },
      pattern: '/guarded/page',
      ...of,
    })
  expect(await limited('/guarded/page')).toBeNull()
  expect(await limited('/guarded/page', { method: 'HEAD' })).toBeNull()
  expect(await limited('/guarded/page?view=wines')).toBeNull()
  const asks = '/account/confirm?to=%2Fguarded%2Fpage'
  expect(await limited('/guarded/page?view=orders')).toEqual([303, `${asks}%3Fview%3Dorders`])
  expect(await limited('/guarded/page?a=1', { method: 'POST' })).toEqual([303, asks])
  expect(await limited('/guarded/page', { pattern: '/other' })).toEqual([303, asks])
  expect(await limited('/guarded/page', { viewer: {}, pattern: '/other' })).toBeNull()
})
