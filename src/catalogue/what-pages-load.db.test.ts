import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { aRelease } from '#tests/harness/a-release.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { openStaffedShop } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { releases } from './on-sale/tables.ts'
import { loader as loadNewWine } from './wines/new-wine.page.tsx'
import { products } from './wines/tables.ts'
import { loader as loadWineFile } from './wines/wine-file.page.tsx'
import { loader as loadWineState } from './wines/wine-state.page.tsx'
import { action as actOnWine, loader as loadWine, meta } from './wines/wine.page.tsx'
import { loader as loadWines } from './wines/wines.page.tsx'

const { testShop, staff } = await openStaffedShop()
const { db, shop } = testShop
const loaded = loadedBy(testShop, staff)
const id = 'malbec-2022'

test('the pages of wines are for those with that duty', async () => {
  const asked = { params: { id, kind: 'sheet' }, query: 'to=closed' }
  for (const load of [loadWines, loadWine, loadNewWine, loadWineState, loadWineFile]) {
    expect(await loaded(load, { ...asked, duties: ['releases'] })).toBeTypeOf('object')
    expect(await loaded(load, { ...asked, duties: ['support'] })).toBe(403)
  }
  expect(await loaded(loadWines)).toMatchObject({
    wines: expect.arrayContaining([expect.objectContaining({ id, title: '2022 Malbec' })]),
  })
})

test('a wine is shown with the release that decides about it; one that is gone is a result', async () => {
  const { wine, release } = await aRelease(db, { name: 'Spring' })
  const page = (of: string) => loaded(loadWine, { params: { id: of } })
  expect(await page(wine)).toMatchObject({
    ...{
      viewed: { wine: { id: wine }, release: { id: release.id }, isOffered: false },
      status: 200,
    },
  })
  expect(await page(id)).toMatchObject({ viewed: { release: null, price: 'settings' } })
  expect(await page('none')).toEqual({ viewed: null, status: 404 })
  const titleOf = (loaderData: unknown) =>
    meta({ loaderData, matches: [], location: { pathname: '/' } } as never)?.[0]
  expect(titleOf({ viewed: { wine: { title: '2022 Malbec' } } })).toEqual({ title: '2022 Malbec' })
  expect([titleOf({ viewed: null }), titleOf(undefined)]).toEqual([
    ...[{ title: 'All wines' }, { title: 'All wines' }],
  ])
  const press = (intent: string) =>
    loaded(actOnWine, { params: { id: 'none' }, form: { intent, version: '1', price: '1' } })
  expect(await press('save')).toMatchObject({ status: 410, shown: { problem: 'gone' } })
  expect([await press('offer'), await press('delete')]).toEqual([404, 404])
  expect(await loaded(actOnWine, { params: { id }, form: { intent: 'drink' } })).toBe(400)
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, release.id))
})

test('a change of sale is asked about with the carts that hold the wine', async () => {
  const { wine } = await aRelease(db, { state: 'draft' })
  await db
    .update(products)
    .set({ releaseState: 'on-sale', position: 9 })
    .where(eq(products.id, wine))
  const member = await aMember(db)
  await shop.changeCart(member as never, { kind: 'add', productId: wine })
  const page = (of: string, query: string) => loaded(loadWineState, { params: { id: of }, query })
  expect(await page(wine, 'to=closed')).toMatchObject({
    to: 'closed',
    wine: { id: wine },
    carts: 1,
  })
  expect(await page(id, 'to=on-sale')).toMatchObject({ to: 'on-sale', wine: { id }, carts: 0 })
  for (const query of ['', 'to=', 'to=drunk']) expect(await page(wine, query)).toBe(404)
  expect(await page('none', 'to=closed')).toBe(404)
})

test('a new wine is empty, or has all of another but its price, its stock and its title in the cart', async () => {
  const page = (query = '') => loaded<{ fields: Record<string, unknown> }>(loadNewWine, { query })
  expect(await page()).toMatchObject({
    ...{ copyOf: null, fields: { name: '', vintage: '', price: '', stock: '' } },
  })
  expect((await page('of=')).fields['name']).toBe('')
  expect(await page(`of=${id}`)).toMatchObject({
    ...{ copyOf: '2022 Malbec', fields: { name: 'Malbec', vintage: '2022' } },
  })
  await db.update(products).set({ titleCart: 'The Malbec' }).where(eq(products.id, id))
  expect((await page(`of=${id}`)).fields).toMatchObject({ price: '', stock: '', titleCart: '' })
  expect(await page('of=none')).toBe(404)
})

test('a refused file has a page of its wine for each kind', async () => {
  const page = (kind: string, of = id) => loaded(loadWineFile, { params: { id: of, kind } })
  for (const kind of ['picture', 'sheet', 'typed-sheet']) {
    expect(await page(kind)).toMatchObject({ kind, viewed: { wine: { id } } })
  }
  expect([await page('label'), await page('sheet', 'none')]).toEqual([404, 404])
})
