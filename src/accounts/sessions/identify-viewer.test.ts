import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { servicesContext } from '#platform/http/context.ts'
import type { Services } from '#platform/services/services.ts'

import { identifyViewer } from './identify-viewer.ts'

/** The cookies of a response by a page that sets these, to a login session that is due for renewal. */
async function cookiesAfter(...ofPage: string[]) {
  const request = new Request('http://shop.example/login', { method: 'POST' })
  const context = new RouterContextProvider()
  const viewerOf = async () => ({ viewer: null, cookies: ['kohue.session=renewed; Path=/'] })
  context.set(servicesContext, { identity: { viewerOf } } as unknown as Services)
  const args = { request, context, pattern: '/login' } as unknown as Parameters<
    typeof identifyViewer
  >[0]
  const headers = new Headers()
  for (const cookie of ofPage) headers.append('set-cookie', cookie)
  const response = await identifyViewer(args, async () => new Response(null, { headers }))
  return (response as Response).headers.getSetCookie()
}

test('a renewed login session does not take the place of the one that a page opens or ends', async () => {
  expect(await cookiesAfter('kohue.session=new; Path=/')).toEqual(['kohue.session=new; Path=/'])
  expect(await cookiesAfter('kohue.session=; Max-Age=0')).toEqual(['kohue.session=; Max-Age=0'])
  expect(await cookiesAfter('kohue.flash=said; Path=/')).toEqual([
    'kohue.flash=said; Path=/',
    'kohue.session=renewed; Path=/',
  ])
  expect(await cookiesAfter()).toEqual(['kohue.session=renewed; Path=/'])
})
