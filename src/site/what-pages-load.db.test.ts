import { expect, test } from 'vitest'

import { userById } from '#accounts/users/users.store.server.ts'
import { openCardShop } from '#tests/harness/card-shop.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { middleware as guardCard } from './members/card-layout.page.tsx'
import { loader as loadDashboard } from './members/dashboard.page.tsx'
import { handle as editHandle, loader as loadEdit } from './members/edit.page.tsx'
import { loader as loadFrame, middleware as guardFrame } from './members/members-layout.page.tsx'
import {
  handle as membersHandle,
  loader as loadMembers,
  middleware as beforeMembers,
} from './members/members.page.tsx'
import { middleware as guardPlain } from './members/plain-layout.page.tsx'
import { loader as loadHome } from './pages/home.page.tsx'
import { loader as loadMessage } from './pages/message.page.tsx'
import { action as sendNowhere, loader as loadNowhere } from './pages/not-found.page.tsx'
import { action as failOnPurpose } from './pages/test.page.tsx'
import { loader as loadStyleguide } from './styleguide/styleguide.page.tsx'

const { testShop, wine, aBuyer, paid, ordersOf } = await openCardShop()
const { db } = testShop
const by = (viewer: object | null) => loadedBy(testShop, viewer)
const visited = by(null)

/** A customer as their login session reads them. */
const signedIn = async ({ id }: { id: string }, more: object = {}) => ({
  ...{ ...(await userById(db, id))!, hasBought: false, isLimited: false, ...more },
})

test('the frames of the members’ pages are for who is signed in; others log in, or join to pay by card', async () => {
  const asked = { path: '/members', query: 'view=orders' }
  const [buyer, guards] = [await aBuyer(), [guardFrame[0]!, guardPlain[0]!]]
  for (const guard of guards) {
    expect(await visited(guard, asked)).toBe('/login?to=%2Fmembers%3Fview%3Dorders')
    expect(await by(buyer)(guard, asked)).toBeUndefined()
  }
  expect(await visited(guardCard[0]!, { path: '/card' })).toBe('/join')
  expect(await by(buyer)(guardCard[0]!, { path: '/card' })).toBeUndefined()
  const { id } = buyer
  expect(await by({ id, membership: true })(loadFrame)).toMatchObject({
    ...{ view: { cart: { lines: [{ productId: wine, quantity: 1 }], shipping: 'ground' } } },
    ...{ isClubMember: true, hasRequests: false },
  })
  // Who wanted to pay by card is led there once they are in.
  const cookies: string[] = []
  const seeing = ({ headers }: Response) => void cookies.push(...headers.getSetCookie())
  await visited(guardCard[0]!, { path: '/card', seeing })
  expect(await by(buyer)(beforeMembers[0]!, { path: '/members', cookies })).toBe('/card')
  expect(await by(buyer)(beforeMembers[0]!, { ...asked, cookies })).toBeUndefined()
  expect(await by(buyer)(beforeMembers[0]!, { path: '/members' })).toBeUndefined()
})

test('each view of the members’ pages has what it shows, and placeholders for what is of one person', async () => {
  const member = await aMember(db, {
    membership: true,
    membershipLevel: 12,
    membershipTextA: 'Bottles',
  })
  const viewer = await signedIn(member, { previewOpen: true })
  const page = async (view: string, of: object = viewer) =>
    (await by(of)<{ content: object }>(loadMembers, { query: view && `view=${view}` })).content
  expect(await by(viewer)(loadMembers, { query: 'view=current' })).toMatchObject({
    ...{ firstName: '‹Ana›', thanks: null, content: { view: 'current' } },
  })
  expect(await page('current')).toMatchObject({ preview: { title: expect.any(String) } })
  expect(await page('dash')).toEqual({ view: 'dash', isClubMember: true, level: 12 })
  expect(await by(viewer)(loadDashboard)).toEqual({ isClubMember: true, level: 12 })
  expect(await page('orders')).toMatchObject({ history: { orders: [], page: 1, hasMore: false } })
  expect(await page('membership')).toMatchObject({ membership: { textA: '‹Bottles›' } })
  expect(await page('account')).toMatchObject({
    shown: { account: { id: `‹${member.id}›`, fields: null }, edit: null },
  })
  expect(await by(viewer)(loadMembers, { query: 'view=orders&page=2' })).toBe(
    '/members?view=orders',
  )
})

test('a buyer is thanked on the members’ page for what was paid elsewhere', async () => {
  const buyer = await aBuyer()
  await paid(buyer)
  const [order] = await ordersOf(buyer)
  const viewer = await signedIn(buyer, { hasBought: true })
  const page = () => by(viewer)(loadMembers)
  expect(await page()).toMatchObject({
    thanks: { number: `‹${order!.number}›`, wines: ['‹1 × 2022 Malbec›'] },
    content: { view: 'orders', history: { orders: [{ number: `‹${order!.number}›` }] } },
  })
  expect(await page()).toMatchObject({ thanks: null })
})

test('one’s own account is shown, at an address with its id too; another’s is not there', async () => {
  const member = await aMember(db)
  const viewer = await signedIn(member)
  const page = (id?: string, query = '') => by(viewer)(loadEdit, { params: { id }, query })
  const own = { account: { id: `‹${member.id}›`, fields: null }, edit: null }
  expect([await page(), await page(member.id)]).toMatchObject([own, own])
  expect(await page((await aMember(db)).id)).toBe(404)
  expect(await page('', 'edit=shipping')).toBe(404)
  // An open form has the values themselves.
  expect(await page(undefined, 'edit=shipping')).toMatchObject({
    account: { id: member.id, fields: { address: '1200 Valencia Street' } },
    edit: 'shipping',
  })
})

test('only a page without an open form is rendered once for several', () => {
  const ofEdit = editHandle.shared as (shown: object) => boolean
  expect([ofEdit({ edit: null }), ofEdit({ edit: 'shipping' })]).toEqual([true, false])
  const ofMembers = membersHandle.shared as (loaded: object) => boolean
  const account = (edit: string | null) => ({ content: { view: 'account', shown: { edit } } })
  expect([ofMembers(account(null)), ofMembers(account('shipping'))]).toEqual([true, false])
  expect(ofMembers({ content: { view: 'dash' } })).toBe(true)
})

test('the public pages show the wine on sale; what is for developers is there for them alone', async () => {
  for (const load of [loadHome, loadMessage]) {
    expect(await visited(load)).toMatchObject({ current: { id: wine }, released: [] })
  }
  const site = { developerTools: true }
  expect([await visited(loadStyleguide), await visited(loadStyleguide, { site })]).toEqual([
    ...[404, null],
  ])
  expect(await visited(failOnPurpose, { form: {} })).toBe(404)
  await expect(visited(failOnPurpose, { form: {}, site })).rejects.toThrow('from the test page')
  expect(await visited(loadNowhere)).toEqual({ status: 404 })
  expect(await visited(sendNowhere, { form: {} })).toEqual({ status: 404 })
})
