import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { servicesContext, viewerContext } from '#platform/http/context.ts'
import { openMergingShop } from '#tests/harness/merging.ts'

import { loader } from './merge-user.page.tsx'

const merging = await openMergingShop()

async function pageOf(id: string, other = '') {
  const context = new RouterContextProvider()
  context.set(servicesContext, merging.testShop.services)
  context.set(viewerContext, merging.staff as never)
  const url = new URL(`https://shop.example/usersadmin/${id}/merge`)
  if (other) url.searchParams.set('with', other)
  const { data, init } = await loader({ params: { id }, url, context } as never)
  return { ...data, status: init?.status }
}

test('the other account is found by its id or email, and never the same one', async () => {
  const ana = await merging.aPerson({ firstName: 'Ana', lastName: '', phone: '3055550142' })
  const bea = await merging.aPerson({
    ...{ firstName: 'Bea', lastName: 'Sosa', membership: true, membershipLevel: 12 },
  })
  const { id } = ana.viewer
  expect(await pageOf(id)).toMatchObject({ status: 200, pair: null, problem: null, other: '' })
  const self = 'An account cannot be merged with itself.'
  expect(await pageOf(id, id)).toMatchObject({ status: 400, pair: null, problem: self })
  const unknown = { status: 404, pair: null, problem: 'No account has this email.' }
  expect(await pageOf(id, 'nobody@example.com')).toMatchObject(unknown)
  expect(await pageOf(bea.viewer.id.replaceAll(/./g, 'x'))).toMatchObject({
    into: null,
    status: 404,
  })
  const found = await pageOf(id, bea.email.toUpperCase())
  expect(found).toMatchObject({ status: 200, problem: null, pair: { from: { name: 'Bea Sosa' } } })
  expect((await pageOf(id, bea.viewer.id)).pair?.parts).toEqual(found.pair?.parts)
  expect(found.pair?.parts.map(({ part, texts }) => [part, texts.into, texts.from])).toEqual([
    ['name', 'Ana', 'Bea Sosa'],
    ['phone', '(305) 555-0142', 'nothing'],
    ['club', 'Not a member of the club', 'Member of the club, with its notes, Aconcagua'],
  ])
})
