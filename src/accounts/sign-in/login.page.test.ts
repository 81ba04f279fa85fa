import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { codeDueContext } from '#platform/http/context.ts'

import { loader } from './login.page.tsx'

/** Where the page to log in leads whose login session waits for a code. */
async function leadsTo(search: string) {
  const context = new RouterContextProvider()
  context.set(codeDueContext, true)
  const url = new URL(`https://shop.example/login${search}`)
  const thrown: unknown = await loader({ url, context } as never).catch((error: unknown) => error)
  return (thrown as Response).headers.get('location')
}

test('who logs in again while a code is due enters it, and goes on to what they asked for', async () => {
  expect(await leadsTo('?to=/admin/orders%3Fq=ana')).toBe(
    '/login/code?to=%2Fadmin%2Forders%3Fq%3Dana',
  )
  expect(await leadsTo('?to=//elsewhere.example')).toBe('/login/code?to=%2Fmembers')
  expect(await leadsTo('')).toBe('/login/code?to=%2Fmembers')
})
