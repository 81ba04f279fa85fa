import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { catalogueFigures } from './figures.server.ts'
import { allocations, releases, releaseWines } from './on-sale/tables.ts'
import { wineReleaseSql } from './on-sale/wine-release.store.server.ts'
import { createMissingPrices, createPrice, readPriceIds } from './prices/prices.actions.server.ts'
import { setStock } from './stock/set-stock.actions.server.ts'
import { cartLines, carts } from './tables.ts'
import { catalogueTasks } from './tasks.server.ts'
import { wineFinder } from './wines/find-wines.store.server.ts'
import {
  hasFreeStock,
  listedProducts,
  offeredProduct,
  priceIdsOf,
  productById,
  productByPrice,
  productOf,
} from './wines/products.store.server.ts'
import { createWine, saveWine } from './wines/save-wine.actions.server.ts'
import { seedCatalogue } from './wines/seeded-wines.store.server.ts'
import { deleteWine, setOfferedWine, setWineState } from './wines/set-wine-state.actions.server.ts'
import { cartsWith, winesForStaff } from './wines/staff-wines.store.server.ts'
import { files, products } from './wines/tables.ts'
import { viewWine } from './wines/view-wine.actions.server.ts'
import {
  labelBottles,
  makePictureSizes,
  setWineFile,
  viewFile,
} from './wines/wine-files.actions.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
let staff: User
beforeEach(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
  scenario = openScenario(testShop.db, { [staff.email]: 'staff', [staff.id]: 'Staff' })
})
afterEach(() => testShop.close())
const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)
const read = <Result>(title: string, work: () => Promise<Result>) => scenario.read(title, work)

test('what a wine is to each buyer in each phase of its release', async () => {
  const { db } = testShop
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const buyer = async (name: string) => {
    const person = await aMember(db)
    scenario.names[person.id] = name
    return person
  }
  const [ana, bea, cleo] = [await buyer('ana'), await buyer('bea'), await buyer('cleo')]
  const before = { opensAt: minutes(60), closesAt: minutes(300), waves: [60, 120] }
  const over = { opensAt: minutes(-300), closesAt: minutes(-60) }
  const phases = {
    draft: { state: 'draft' },
    before,
    open: { kind: 'open' },
    'open, of a few': { promise: 'cap' },
    'open, promised': { promiseUntil: minutes(30) },
    paused: { state: 'paused', pauseReason: 'Rain' },
    over,
    ended: { state: 'ended' },
  } as const
  for (const [name, wish] of Object.entries(phases)) {
    const release = await aRelease(db, { name, waves: [-30, 30], ...wish } as never)
    scenario.names[release.wine] = 'wine'
    scenario.names[release.release.id] = 'release'
    await allocate(db, release, ana, 5)
    await allocate(db, release, bea, 2, 1)
    await db.update(allocations).set({ bought: 2, held: 1 }).where(eq(allocations.userId, ana.id))
    const grant = {
      ...{ productId: release.wine, userId: cleo.id, units: 3, origin: 'grant' as const },
      ...{ releaseId: null, isPromised: true, promiseUntil: minutes(90) },
    }
    await db.insert(allocations).values(grant)
    // Eleven of a hundred are left to all.
    await db
      .update(products)
      .set({ sold: 80, held: 3, releaseState: 'announced', isOffered: true })
      .where(eq(products.id, release.wine))
    const as = async (user: { id: string } | null, isStaff = false) => {
      const buying = wineReleaseSql(sql`${user?.id ?? null}::uuid`, {
        isStaff: sql`${isStaff}::boolean`,
      })
      const [row] = await db
        .select({ product: products, release: buying })
        .from(products)
        .where(eq(products.id, release.wine))
      const {
        releaseState,
        available,
        release: shown,
      } = productOf({ ...row!.product, release: row!.release })
      const { id: _, name: __, opensAt: ___, closesAt: ____, ...rest } = shown ?? ({} as never)
      return { releaseState, available, ...(shown && { name: shown.name, ...rest }) }
    }
    await read(name, async () => ({ nobody: await as(null), ana: await as(ana) }))
    await read(`${name}, a later wave`, () => as(bea))
    await read(`${name}, by a grant`, () => as(cleo))
    await read(`${name}, in a rehearsal`, () => as(ana, true))
    await read(`${name}, without limits and as an offer`, async () => {
      const units = (quantity: number) => [{ productId: release.wine, quantity }]
      return [
        (await listedProducts(db)).map(({ id }) => id).includes(release.wine),
        await hasFreeStock(db, units(3)),
        await hasFreeStock(db, units(30)),
        await hasFreeStock(db, units(3), { mustBeOpen: true }),
        (await offeredProduct(db, { productId: 'malbec-2022', isChosen: true }))?.id,
        (await offeredProduct(db, { productId: 'malbec-2022', isChosen: false }))?.id,
        (await productById(db, release.wine))?.releaseState,
      ]
    })
    await db.update(products).set({ isOffered: false })
  }
  scenario.expectWritten('wines-on-sale')
})

test('what staff change about a wine', async () => {
  const { db } = testShop
  const pictures = {
    prepare: async (file: Buffer) => {
      const [shape, width] =
        String(file) === 'a bottle' ? (['bottle', 1000] as const) : (['scene', 1400] as const)
      return {
        ok: true,
        picture: { shape, bytes: file, contentType: 'image/png', width, height: 9 },
      } as const
    },
    labelledBottle: async ({ name, vintage }: { name: string; vintage: string }) =>
      name === '酒' ? null : Buffer.from(`label ${vintage} ${name}`),
    resize: async (prepared: Buffer, width: number, format: string) =>
      Buffer.from(`${String(prepared)} ${width} ${format}`),
  }
  const sheets = {
    rebuild: async (file: Buffer) => ({ ok: true, bytes: file }) as const,
    typeset: async (words: object) => Buffer.from(JSON.stringify(words)),
  }
  const services = { ...testShop.services, pictures, sheets }
  const values = {
    ...{
      name: 'Bonarda',
      vintage: '2024',
      subtitle: '3-pack of 750ml',
      bottles: '3',
      bottleMl: '750',
      titleCart: '',
    },
    ...{ description: 'Bonarda from Altamira.', story: '', price: '480', stock: '120' },
  }
  const create =
    (change: object = {}) =>
    () =>
      createWine(services, staff, { ...values, ...change } as never)
  await step('make one', create())
  await step('make it again', create({ price: '480.00' }))
  await step('with another price', create({ price: '500' }))
  await step('without a price', create({ name: 'Tannat', price: '' }))
  await step('make another', create({ name: 'Cabernet Franc', stock: 'unlimited' }))
  const version = async (id: string) =>
    (await db.select().from(products).where(eq(products.id, id)))[0]!.version
  const save =
    (change: object, id = 'bonarda-2024', seen?: number) =>
    async () =>
      saveWine(services, staff, {
        ...values,
        ...{ id, version: seen ?? (await version(id)) },
        ...change,
      } as never)
  await step('save', save({ titleCart: 'Bonarda', story: 'Old vines.', stock: '100' }))
  await step('save nothing new', save({ titleCart: 'Bonarda', story: 'Old vines.', stock: '100' }))
  await step('save an older page', save({ stock: '90' }, 'bonarda-2024', 1))
  await step('save another price', save({ price: '481' }))
  await db
    .update(products)
    .set({ held: 1, sold: 2, promised: 3 })
    .where(eq(products.id, 'bonarda-2024'))
  await step('save less than is taken', save({ stock: '5' }))
  await step('save no limit of what is promised', save({ stock: 'unlimited' }))
  await step('save what is taken', save({ stock: '6' }))
  const stock =
    (from: string, to: string, wine = 'bonarda-2024') =>
    () =>
      setStock(services, staff, { wine, name: 'Bonarda', from, stock: to })
  await step('set the stock', stock('6', '60'))
  await step('set it from an older page', stock('6', '50'))
  await step('set it to the same', stock('6', '60'))
  await step('set it to less than is taken', stock('60', '5'))
  await step('set it to no limit', stock('60', ''))
  await step('set what is gone', stock('60', '50', 'gone'))
  await db
    .update(products)
    .set({ held: 0, sold: 0, promised: 0 })
    .where(eq(products.id, 'bonarda-2024'))

  const turn =
    (to: string, id = 'bonarda-2024', seen?: number) =>
    async () =>
      setWineState(services, staff, { id, to, version: seen ?? (await version(id)) })
  await step('on sale without a price', turn('on-sale'))
  await step('the minute’s job', () => createMissingPrices(services))
  await step('its price', () => createPrice(services, 'bonarda-2024'))
  await step('once', () => createPrice(services, 'bonarda-2024'))
  await step('of what is gone', () => createPrice(services, 'gone'))
  const [{ priceId } = { priceId: '' }] = await priceIdsOf(db, ['bonarda-2024'])
  scenario.names[priceId] = 'price'
  await step('prices', async () => [
    Object.keys(
      await readPriceIds(services, ['malbec-2022', 'bonarda-2024', 'cabernet-franc-2024']),
    ),
    (await productByPrice(db, priceId))?.id,
    await productByPrice(db, 'none'),
  ])
  await step('on sale from an older page', turn('on-sale', 'bonarda-2024', 1))
  await step('on sale', turn('on-sale'))
  await step('on sale again', turn('on-sale', 'bonarda-2024', 1))
  await step('announce another', turn('announced', 'cabernet-franc-2024'))
  await step('delete what is on sale', () => deleteWine(services, staff, { id: 'bonarda-2024' }))
  await step('close it', turn('closed'))
  const release = await aRelease(db)
  scenario.names[release.release.id] = 'release'
  scenario.names[release.wine] = 'wine-of-release'
  const isIn = { releaseId: release.release.id, position: 2, isCurrent: true }
  await db.insert(releaseWines).values({ ...isIn, productId: 'bonarda-2024' })
  await step('announce what is in a release', turn('announced'))
  await db.update(releases).set({ state: 'ended' })
  await step('after it has ended', turn('announced'))
  await step('close it then', turn('closed'))
  await step('delete what is in a release', () =>
    deleteWine(services, staff, { id: 'bonarda-2024' }),
  )

  const offer = (id: string) => () => setOfferedWine(services, staff, { id })
  await step('offer the bottle', offer('malbec-2021-bottle'))
  await step('offer one without a price', offer('cabernet-franc-2024'))
  await step('offer what is gone', offer('gone'))
  await step('offer one', offer('bonarda-2024'))
  await step('offer it again', offer('bonarda-2024'))
  await step('delete what is offered', () => deleteWine(services, staff, { id: 'bonarda-2024' }))
  await step('offer the usual one', offer('malbec-2022'))
  const ana = await aMember(db)
  const dora = await aMember(db)
  for (const [{ id: userId }, quantity] of [
    [ana, 2],
    [dora, 0],
  ] as const) {
    await db.insert(carts).values({ userId }).onConflictDoNothing()
    await db
      .insert(cartLines)
      .values({ userId, productId: 'cabernet-franc-2024', quantity, later: 2 - quantity })
    await db.insert(cartLines).values({ userId, productId: 'malbec-2022', quantity: 1 })
  }
  await step('in carts', async () => [
    await cartsWith(db, 'cabernet-franc-2024'),
    await cartsWith(db, 'malbec-2022'),
  ])

  const upload =
    (kind: string, text: string, id = 'bonarda-2024', more: object = {}) =>
    async () => {
      const file = text ? new File([text], 'file') : ''
      const result = await setWineFile(services, staff, { id, kind, file, ...more })
      for (const row of await db.select().from(files)) {
        const of = Buffer.from(row.bytes).toString().slice(0, 20)
        scenario.names[row.id] = `file of ${of}`
        scenario.names[row.sha256] = `hash of ${of}`
      }
      return result
    }
  await step('upload no file', upload('picture', ''))
  await step('upload what is no kind', upload('movie', 'x'))
  await step('upload for what is gone', upload('picture', 'a bottle', 'gone'))
  await step('upload a bottle', upload('picture', 'a bottle'))
  await step('upload a scene of another', upload('picture', 'a scene', 'cabernet-franc-2024'))
  const fileOf = async (text: string) =>
    (await db.select().from(files)).find(({ bytes }) => Buffer.from(bytes).toString() === text)!
  const bottle = await fileOf('a bottle')
  await step('make its sizes', () => makePictureSizes(services, bottle.id))
  await step('once more', () => makePictureSizes(services, bottle.id))
  const scene = await fileOf('a scene')
  await step('of the scene', () => makePictureSizes(services, scene.id))
  await step('of what is no picture', () => makePictureSizes(services, crypto.randomUUID()))
  await step('upload a sheet', upload('sheet', 'a sheet'))
  await step(
    'type a sheet',
    upload('typed-sheet', '', 'bonarda-2024', { variety: 'Bonarda', notes: 'Dark' }),
  )
  const view = async (kind: 'picture' | 'sheet', name: string) => {
    const found = await viewFile(services, kind, name)
    return found && { ...found, bytes: Buffer.from(found.bytes).toString().slice(0, 30) }
  }
  const sheet = await fileOf('a sheet')
  await step('files', async () => [
    await view('picture', `${bottle.sha256}-640.avif`),
    await view('picture', `${bottle.sha256}-640.webp`),
    await view('picture', `${bottle.sha256}-900.webp`),
    await view('picture', `${scene.sha256}-scene-900.webp`),
    await view('sheet', `${sheet.sha256}.pdf`),
    await view('sheet', `${bottle.sha256}.pdf`),
  ])
  await create({ name: '酒' })()
  await create({ name: 'Tannat' })()
  await step('label what has no picture', () => labelBottles(services))
  await step('once', () => labelBottles(services))
  await step('rename what has a label', save({ name: 'Tannat Sur' }, 'tannat-2024'))
  await step('rename what has a picture', save({ name: 'Bonarda Sur', stock: '60' }))
  await step('see it', async () => {
    const { log: _, ...seen } = (await viewWine(services, 'bonarda-2024'))!
    return seen
  })
  await db.update(products).set({ stock: 5, sold: 5 }).where(eq(products.id, 'malbec-2022'))
  await db
    .update(products)
    .set({ stock: 9, sold: 4, held: 2, promised: 1 })
    .where(eq(products.id, 'tannat-2024'))
  await step('the tasks', async () => [
    (await db.execute(catalogueTasks['wine-sold-out'].causes())).rows,
    (
      await db.execute(
        sql`select * from (${catalogueTasks['price-missing'].causes()}) as c order by subject`,
      )
    ).rows,
  ])
  await step('found', () => wineFinder.find(db, 'malb 2021', 9))
  await step('the list', async () =>
    (await winesForStaff(db)).map(({ id, stock: of, held, sold, promised, release: in_ }) =>
      [id, of, held, sold, promised, in_?.phase].join(' '),
    ),
  )
  await step('the figures', async () => {
    const figures = (await catalogueFigures.read(db)) as { product: string }[]
    return figures.toSorted((a, b) => (a.product < b.product ? -1 : 1))
  })
  await step('delete a seeded one', () => deleteWine(services, staff, { id: 'malbec-2021' }))
  await step('delete one in a cart', () => deleteWine(services, staff, { id: 'tannat-2024' }))
  await step('make it once more', create({ name: 'Tannat' }))
  await db.update(products).set({ priceCents: 1 }).where(eq(products.id, 'malbec-2021'))
  await db.delete(products).where(eq(products.id, 'cabernet-sauvignon-2021'))
  await step('begin with another price of the bottle', () => seedCatalogue(db, 16_000))
  await db.delete(users).where(eq(users.id, ana.id))
  scenario.expectWritten('catalogue')
})
