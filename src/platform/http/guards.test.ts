import type { MiddlewareFunction } from 'react-router'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import type { Site } from './context.ts'
import { siteContext, viewerContext } from './context.ts'
import { backToCard, requireMemberOrJoin } from './guards.ts'

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
