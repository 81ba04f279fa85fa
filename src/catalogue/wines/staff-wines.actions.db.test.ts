import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { orderLines } from '#orders/order/tables.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { releases, releaseWines } from '../on-sale/tables.ts'
import { createMissingPrices, createPrice, readPriceIds } from '../prices/prices.actions.server.ts'
import { setStock } from '../stock/set-stock.actions.server.ts'
import { cartLines, carts } from '../tables.ts'
import { wineFinder } from './find-wines.store.server.ts'
import { createWine, saveWine } from './save-wine.actions.server.ts'
import { deleteWine, setOfferedWine, setWineState } from './set-wine-state.actions.server.ts'
import { files, products } from './tables.ts'
import { viewWine } from './view-wine.actions.server.ts'
import { labelBottles, setWineFile } from './wine-files.actions.server.ts'
import type { WineFields } from './wine-form.rules.ts'

let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

let made = 0

const noPrice = {
  status: 409,
  sentence: 'Its price is being prepared. Please try again in a minute.',
}

async function aWine(change: Partial<WineFields> = {}) {
  made += 1
  const values: WineFields = {
    name: `Petit Verdot ${made}`,
    vintage: '2024',
    subtitle: '3-pack of 750ml',
    bottles: '3',
    bottleMl: '750',
    titleCart: '',
    description: 'Petit Verdot from Paraje Altamira, Uco Valley.',
    story: '',
    price: '480',
    stock: '120',
    ...change,
  }
  const created = await createWine(testShop.services, staff, values)
  if (!created.ok) throw new Error(created.sentence)
  return { values, wine: created.done.wine }
}

const rowOf = async (id: string) => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, id))
  return row!
}

const pricesOf = async (id: string) =>
  (await testShop.stripe.prices.list({ lookup_keys: [`kohue_${id}`] })).data

describe('a wine that was mistyped', () => {
  test('is deleted before it is sold, and made again with another price', async () => {
    const { values, wine } = await aWine({ name: 'Bonarda' })
    await createPrice(testShop.services, wine.id)
    expect(await deleteWine(testShop.services, staff, { id: wine.id })).toMatchObject({
      ok: true,
      said: { to: '/admin/wines', sentence: '2024 Bonarda is deleted.' },
    })
    expect(await rowOf(wine.id)).toBeUndefined()
    const again = () => createWine(testShop.services, staff, { ...values, price: '500' })
    expect(await again()).toMatchObject({
      done: { wine: { id: 'bonarda-2024-2', categoryId: 'bonarda' } },
    })
    await createPrice(testShop.services, 'bonarda-2024-2')
    expect(await rowOf('bonarda-2024-2')).toMatchObject({
      priceCents: 50_000,
      priceId: expect.any(String),
    })
    expect(await again()).toMatchObject({ done: { wine: { id: 'bonarda-2024-2' } } })
    expect(await deleteWine(testShop.services, staff, { id: 'bonarda-2024-2' })).toMatchObject({
      ok: true,
    })
    expect(await again()).toMatchObject({ done: { wine: { id: 'bonarda-2024-3' } } })
  })

  test('stays once an order has it, while it is on sale, and where the shop’s pages sell it', async () => {
    const { wine } = await aWine()
    const refused = (id: string) => deleteWine(testShop.services, staff, { id })
    await setWineState(testShop.services, staff, {
      id: wine.id,
      to: 'announced',
      version: wine.version,
    })
    expect(await refused(wine.id)).toMatchObject({ sentence: 'Close the wine first.' })
    expect(await refused('malbec-2022')).toMatchObject({ status: 409 })
    const { wine: sold } = await aWine()
    const buyer = await aMember(testShop.db)
    const orderId = await seedOrder(
      testShop.db,
      { ...buyer, firstName: 'Ana', lastName: 'Ruiz' },
      0,
    )
    await testShop.db
      .update(orderLines)
      .set({ productId: sold.id })
      .where(eq(orderLines.orderId, orderId))
    expect(await refused(sold.id)).toMatchObject({
      sentence: 'An order, a checkout, a release or a request has this wine. Close it instead.',
    })
    expect(await rowOf(sold.id)).toBeDefined()
  })
})

describe('a new wine', () => {
  test('has an id of its name and vintage, a picture at once, and is closed', async () => {
    const { wine } = await aWine({ name: 'Cabernet Franc' })
    expect(await rowOf(wine.id)).toMatchObject({
      id: 'cabernet-franc-2024',
      title: '2024 Cabernet Franc',
      titleCart: '2024 Cabernet Franc',
      image: 'bottle-kohue',
      priceCents: 48_000,
      stock: 120,
      releaseState: 'closed',
      position: null,
    })
    const entries = await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, wine.id))
    expect(entries).toMatchObject([{ action: 'wine-made', actorEmail: staff.email }])
  })

  test('sent twice is one wine; another of its name and vintage is refused', async () => {
    const { values, wine } = await aWine()
    const { services } = testShop
    expect(await createWine(services, staff, values)).toMatchObject({ done: { wine } })
    const exists = 'There is already a wine with this name and vintage.'
    expect(await createWine(services, staff, { ...values, price: '500' })).toMatchObject({
      ...{ ok: false, status: 409, errors: { name: exists } },
    })
  })

  test('is refused at each field; an empty stock is never taken for no limit', async () => {
    const bad = { name: '葡萄', vintage: '1989', price: '0.99', stock: '', description: '' }
    const { values } = await aWine()
    const created = await createWine(testShop.services, staff, { ...values, ...bad })
    if (created.ok) throw new Error('not refused')
    expect(created).toMatchObject({ status: 400, shown: { values: { ...values, ...bad } } })
    expect(Object.keys(created.errors).toSorted()).toEqual(Object.keys(bad).toSorted())
  })

  test('is made by staff only', async () => {
    const { values } = await aWine()
    const member = { ...(await aMember(testShop.db)), role: 'member' as const }
    const refused = { ok: false, status: 403 }
    expect(await createWine(testShop.services, member, values)).toMatchObject(refused)
  })
})

describe('a wine that is there', () => {
  const save = (
    { wine, values }: Awaited<ReturnType<typeof aWine>>,
    change: Partial<WineFields> & { unlimited?: 'yes' },
    version = wine.version,
  ) => saveWine(testShop.services, staff, { ...values, ...change, id: wine.id, version })

  test('never changes its price', async () => {
    const one = await aWine()
    const sentence =
      'The price of this wine cannot change: it has been sold, or its price exists at the payment provider. Copy it as a new wine.'
    const refused = { ok: false, status: 409, errors: { price: sentence } }
    expect(await save(one, { price: '470' })).toMatchObject(refused)
    expect(await save(one, { price: 'nonsense' })).toMatchObject(refused)
    expect((await rowOf(one.wine.id)).priceCents).toBe(48_000)
    expect(await save(one, { price: '480.00', story: 'Dark.' })).toMatchObject({ ok: true })
  })

  test('is not saved over another staff user’s change', async () => {
    const one = await aWine()
    expect(await save(one, { story: 'First.' })).toMatchObject({ ok: true })
    const second = await save(one, { description: 'Second.' })
    expect(second).toMatchObject({
      ...{ ok: false, status: 409 },
      shown: { problem: 'saved-elsewhere', now: { by: staff.email, fields: { story: 'First.' } } },
    })
  })

  test('keeps the stock that a colleague set in the list meanwhile', async () => {
    const one = await aWine()
    const { id } = one.wine
    const from = one.values.stock
    const less = String(Number(from) - 20)
    const set = await setStock(testShop.services, staff, { wine: id, name: '', from, stock: less })
    expect(set).toMatchObject({ ok: true })
    const typed = { ...one.values, description: 'Second.', base: JSON.stringify(one.values) }
    const late = saveWine(testShop.services, staff, { ...typed, id, version: one.wine.version })
    expect(await late).toMatchObject({
      ...{ ok: false, status: 409 },
      shown: { problem: 'saved-elsewhere', values: { description: 'Second.', stock: less } },
    })
    expect((await rowOf(id)).stock).toBe(Number(less))
  })

  test('keeps at least what is held, sold and promised in stock', async () => {
    const one = await aWine()
    await testShop.db
      .update(products)
      .set({ held: 2, sold: 3, promised: 10 })
      .where(eq(products.id, one.wine.id))
    const errors = { stock: '15 are already held, sold or promised; it can’t be fewer.' }
    expect(await save(one, { stock: '14' })).toMatchObject({ ok: false, status: 409, errors })
    expect(await save(one, { stock: '', unlimited: 'yes' })).toMatchObject({ ok: false, errors })
    expect(await save(one, { stock: '15' })).toMatchObject({ ok: true })
  })

  test.each([
    { taken: { sold: 1 }, change: { bottles: '6', subtitle: '6-pack of 750ml' }, field: 'bottles' },
    {
      taken: { held: 1 },
      change: { bottleMl: '375', subtitle: '3-pack of 375ml' },
      field: 'bottleMl',
    },
  ])('keeps its $field once $taken', async ({ taken, change, field }) => {
    const { values, wine } = await aWine()
    const { id } = wine
    const saved = (version: number) =>
      saveWine(testShop.services, staff, { ...values, ...change, id, version })
    await testShop.db.update(products).set(taken).where(eq(products.id, id))
    expect(await saved(wine.version)).toMatchObject({
      status: 409,
      errors: {
        [field]:
          'This wine is in orders already, and their packing slips print its bottles. Copy it as a new wine.',
      },
    })
    await testShop.db.update(products).set({ sold: 0, held: 0 }).where(eq(products.id, id))
    expect(await saved(wine.version)).toMatchObject({ ok: true })
  })

  test('is set on sale once it has a price, and not over another staff user’s change', async () => {
    const { wine } = await aWine()
    const set = (to: 'on-sale' | 'announced' | 'closed', version: number) =>
      setWineState(testShop.services, staff, { id: wine.id, to, version })
    expect(await set('on-sale', wine.version)).toMatchObject(noPrice)
    await testShop.shop.createPrice(wine.id)
    expect(await set('on-sale', 99)).toMatchObject({
      ...{ status: 409, sentence: expect.stringContaining('This wine was saved elsewhere') },
    })
    expect(await set('on-sale', wine.version)).toMatchObject({ ok: true })
    expect((await rowOf(wine.id)).position).toBeGreaterThan(3)
    expect(await set('on-sale', wine.version)).toMatchObject({ ok: true })
  })
})

test('a wine keeps its place among the others, and its page counts the carts that hold it now', async () => {
  const { wine: first } = await aWine()
  const { wine: second } = await aWine()
  const announce = async (id: string, to: 'announced' | 'closed') => {
    const { version } = await rowOf(id)
    expect(await setWineState(testShop.services, staff, { id, to, version })).toMatchObject({
      ok: true,
    })
    return (await rowOf(id)).position
  }
  const place = await announce(first.id, 'announced')
  expect(await announce(second.id, 'announced')).toBe(place! + 1)
  expect(await announce(first.id, 'closed')).toBe(place)
  expect(await announce(first.id, 'announced')).toBe(place)

  const { db } = testShop
  const hold = async (productId: string, quantity: number, later = 0) => {
    const { id: userId } = await aMember(db)
    await db.insert(carts).values({ userId })
    await db.insert(cartLines).values({ userId, productId, quantity, later })
  }
  await hold(first.id, 1)
  await hold(first.id, 3)
  // Saved for later only.
  await hold(first.id, 0, 2)
  await hold(second.id, 2)
  expect(await viewWine(testShop.services, first.id)).toMatchObject({ carts: 2 })
})

test('one case is chosen for /offering; the seeded one is chosen again', async () => {
  const { wine } = await aWine()
  const { shop } = testShop
  const offer = (id: string) => setOfferedWine(testShop.services, staff, { id })
  const shown = (id: string) => viewWine(testShop.services, id)
  expect(await offer(wine.id)).toMatchObject(noPrice)
  await shop.createPrice(wine.id)
  expect(await offer(wine.id)).toMatchObject({ ok: true })
  expect(await shown(wine.id)).toMatchObject({ isOffered: true })
  expect(await shown('malbec-2022')).toMatchObject({ isOffered: false })
  expect(await offer('malbec-2021-bottle')).toMatchObject({
    ...{ status: 409, sentence: 'Only a case can be sold there.' },
  })
  expect(await offer('malbec-2022')).toMatchObject({ ok: true })
  expect(await shown('malbec-2022')).toMatchObject({ isOffered: true })
})

describe('the price at the provider', () => {
  test('is one object, however often and at once it is asked for', async () => {
    const { wine } = await aWine()
    await Promise.all([1, 2, 3].map(() => testShop.shop.createPrice(wine.id)))
    await testShop.shop.createPrice(wine.id)
    const prices = await pricesOf(wine.id)
    expect(prices).toMatchObject([{ unit_amount: 48_000, currency: 'usd' }])
    expect((await rowOf(wine.id)).priceId).toBe(prices[0]!.id)
    const entries = await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, wine.id))
    expect(entries.filter(({ action }) => action === 'wine-price-made')).toMatchObject([
      { actorEmail: 'payment provider', after: { priceId: prices[0]!.id, priceCents: 48_000 } },
    ])
    const asked = [wine.id, 'malbec-2022', 'no-such-wine']
    const own = { [wine.id]: prices[0]!.id }
    const both = { ...own, 'malbec-2022': testShop.services.settings.priceIds['malbec-2022'] }
    expect(await readPriceIds(testShop.services, asked)).toEqual(both)
    // Read once by each process, as it never changes.
    await testShop.db.update(products).set({ priceId: null }).where(eq(products.id, wine.id))
    expect(await readPriceIds(testShop.services, asked)).toEqual(both)
    await testShop.shop.createPrice(wine.id)
  })

  test('is found again when the process ended before it was stored', async () => {
    const { wine } = await aWine()
    await testShop.shop.createPrice(wine.id)
    await testShop.db.update(products).set({ priceId: null }).where(eq(products.id, wine.id))
    await testShop.shop.createPrice(wine.id)
    const prices = await pricesOf(wine.id)
    expect(prices).toHaveLength(1)
    expect((await rowOf(wine.id)).priceId).toBe(prices[0]!.id)
  })

  test('is found again when the provider’s response was lost', async () => {
    const { wine } = await aWine()
    await setFault({ match: 'POST /v1/prices', fault: 'drop-after', times: 1 })
    await testShop.shop.createPrice(wine.id).catch(() => {})
    await clearFaults()
    await testShop.shop.createPrice(wine.id)
    expect(await pricesOf(wine.id)).toHaveLength(1)
  })

  test('waits while the provider is away, and is queued again each minute', async () => {
    const { wine } = await aWine()
    await setFault({ match: 'GET /v1/prices', fault: 'error-before', times: 20 })
    try {
      await expect(testShop.shop.createPrice(wine.id)).rejects.toThrow(ProviderUnavailable)
    } finally {
      await clearFaults()
    }
    const viewed = await viewWine(testShop.services, wine.id)
    expect(viewed).toMatchObject({ price: 'pending' })
    await createMissingPrices(testShop.services)
    const { rows } = await testShop.db.execute(
      `select key from graphile_worker.jobs where task_identifier = 'create-price'`,
    )
    expect(rows).toContainEqual({ key: `price:${wine.id}` })
    expect(rows.filter(({ key }) => String(key).includes('malbec'))).toEqual([])
  })
})

describe('the files of a wine', () => {
  const picture = () =>
    sharp({ create: { width: 500, height: 1_000, channels: 3, background: '#6b1f2a' } })
      .png()
      .toBuffer()

  const upload = (id: string, kind: 'picture' | 'sheet', bytes: Uint8Array) =>
    setWineFile(testShop.services, staff, {
      id,
      kind,
      file: new File([new Uint8Array(bytes)], 'a file'),
    })

  test('a picture is shown once all of its sizes are made', async () => {
    const { wine } = await aWine()
    const { shop, db } = testShop
    expect(await upload(wine.id, 'picture', await picture())).toMatchObject({ ok: true })
    const waiting = await rowOf(wine.id)
    expect(waiting.image).toBe('bottles-trio')
    const fileId = waiting.pictureFile!
    await shop.makePictureSizes(fileId)
    await shop.makePictureSizes(fileId)
    const { image } = await rowOf(wine.id)
    expect(image).toMatch(/^[0-9a-f]{64}-scene$/)
    expect(await db.select().from(files).where(eq(files.madeFrom, fileId))).toHaveLength(6)
    const file = await shop.viewFile('picture', `${image}-900.avif`)
    expect(file?.contentType).toBe('image/avif')
    expect((await sharp(file!.bytes).metadata()).width).toBe(900)
    expect(await shop.viewFile('picture', `${image}-901.avif`)).toBeNull()
  })

  test('without one, a bottle names the wine, and names it anew once it is renamed', async () => {
    const { wine } = await aWine()
    const { shop, db, services } = testShop
    // Encoding every wine of this file would take long; the bottle itself is tested with its
    // service.
    const pictures = {
      ...services.pictures,
      labelledBottle: async ({ name, vintage }: { name: string; vintage: string }) =>
        name.includes('Малбек') ? null : Buffer.from(`${vintage} ${name}`),
      resize: async (bottle: Buffer, width: number, format: string) =>
        Buffer.from(`${String(bottle)} ${width} ${format}`),
    }
    const label = () => labelBottles({ ...services, pictures })
    await label()
    const named = await rowOf(wine.id)
    expect(named.image).toMatch(/^[0-9a-f]{64}$/)
    const shown = await shop.viewFile('picture', `${named.image}-640.avif`)
    expect(String(shown!.bytes)).toBe(`${wine.title} 640 avif`)
    const stored = () => db.$count(files)
    const kept = await stored()
    const rename = (name: string, { version }: { version: number }) =>
      saveWine(services, staff, { ...wine.fields, name, id: wine.id, version })
    const saved = await rename(`${wine.fields.name} Ñandú`, named)
    expect(saved).toMatchObject({ done: { wine: { image: 'bottle-kohue' } } })
    await label()
    await label()
    const renamed = await rowOf(wine.id)
    expect(renamed.image).toMatch(/^[0-9a-f]{64}$/)
    expect(renamed.image).not.toBe(named.image)
    // A bottle and its six sizes.
    expect(await stored()).toBe(kept + 7)
    // One that is renamed while its label is made waits for the next.
    const again = `${wine.fields.name} Ñandú II`
    await rename(`${wine.fields.name} Ñandú I`, renamed)
    const labelledBottle: typeof pictures.labelledBottle = async (bottle) => {
      const { version, title } = await rowOf(wine.id)
      if (!title.endsWith('II')) await rename(again, { version })
      return pictures.labelledBottle(bottle)
    }
    await labelBottles({ ...services, pictures: { ...pictures, labelledBottle } })
    expect(await rowOf(wine.id)).toMatchObject({ title: `2024 ${again}`, image: 'bottle-kohue' })
    await rename(`${wine.fields.name} Ñandú`, await rowOf(wine.id))
    await label()
    expect((await rowOf(wine.id)).image).toBe(renamed.image)
    // The label names the vintage too.
    const name = `${wine.fields.name} Ñandú`
    const ofYear = { ...wine.fields, ...{ name, vintage: '2021', id: wine.id } }
    const { version } = await rowOf(wine.id)
    expect(await saveWine(services, staff, { ...ofYear, version })).toMatchObject({
      done: { wine: { image: 'bottle-kohue' } },
    })
    await rename(`${wine.fields.name} Малбек`, await rowOf(wine.id))
    await label()
    expect(await rowOf(wine.id)).toMatchObject({ image: 'bottle-kohue' })
    // A picture of its own takes its place, and no job takes that away.
    expect(await upload(wine.id, 'picture', await picture())).toMatchObject({ ok: true })
    await label()
    expect(await rowOf(wine.id)).toMatchObject({ image: 'bottles-trio' })
  })

  test('a file that is no picture changes nothing', async () => {
    const { wine } = await aWine()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    const file = 'This is not a JPEG, PNG, WebP or AVIF picture, or it is damaged.'
    const refused = { ok: false, status: 422, errors: { file } }
    expect(await upload(wine.id, 'picture', svg)).toMatchObject(refused)
    expect(await rowOf(wine.id)).toMatchObject({ image: 'bottle-kohue', pictureFile: null })
  })

  test('a sheet is set from typed words, and served by its hash', async () => {
    const { wine } = await aWine()
    const words = {
      ...{ variety: 'Tannat', place: 'Altamira' },
      alcohol: '14 %',
      format: '',
      notes: '',
    }
    const typed = { id: wine.id, kind: 'typed-sheet', ...words }
    expect(await setWineFile(testShop.services, staff, typed)).toMatchObject({ ok: true })
    const { specSheet, sheetTyped } = await rowOf(wine.id)
    // Kept, to be changed later.
    expect(sheetTyped).toEqual({ ...words, elevage: '', harvest: '', bottles: '', bottled: '' })
    const file = await testShop.shop.viewFile('sheet', specSheet!)
    expect(file).toMatchObject({ contentType: 'application/pdf', isTypeset: true })
    expect(await upload(wine.id, 'sheet', file!.bytes)).toMatchObject({ ok: true })
    const uploaded = await rowOf(wine.id)
    expect(uploaded.specSheet).not.toBe(specSheet)
    expect(uploaded.sheetTyped).toBeNull()
    expect(await testShop.shop.viewFile('sheet', uploaded.specSheet!)).toMatchObject({
      isTypeset: false,
    })
  })

  test('a sheet replaces no other than the one that its form was opened with', async () => {
    const { wine } = await aWine()
    const typed = { id: wine.id, kind: 'typed-sheet', seen: '', variety: 'Tannat' }
    expect(await setWineFile(testShop.services, staff, typed)).toMatchObject({ ok: true })
    const { specSheet } = await rowOf(wine.id)
    const late = { ...typed, variety: 'Bonarda' }
    expect(await setWineFile(testShop.services, staff, late)).toMatchObject({
      status: 409,
      sentence: 'A sheet was saved since this page was opened. Save again to replace it.',
    })
    expect(await rowOf(wine.id)).toMatchObject({ specSheet, sheetTyped: { variety: 'Tannat' } })
    const again = { ...late, seen: specSheet! }
    expect(await setWineFile(testShop.services, staff, again)).toMatchObject({ ok: true })
    expect(await rowOf(wine.id)).toMatchObject({ sheetTyped: { variety: 'Bonarda' } })
  })
})

describe('what is refused about a wine changes no wine, and is not in the log', () => {
  const everything = async () => [
    await testShop.db.select().from(products).orderBy(products.id),
    await testShop.db.$count(auditLog),
  ]
  /** Tries it; then every wine and the length of the log are as before. */
  async function refusedWith(act: Promise<object>, said: object) {
    const before = await everything()
    expect(await act).toMatchObject(said)
    expect(await everything()).toEqual(before)
  }
  test('one that is none', async () => {
    const id = 'no-such-wine'
    const missing = { ok: false, status: 404 }
    const asked = { id, to: 'closed' as const, version: 1 }
    await refusedWith(setWineState(testShop.services, staff, asked), missing)
    await refusedWith(deleteWine(testShop.services, staff, { id }), missing)
    await refusedWith(setOfferedWine(testShop.services, staff, { id }), missing)
    const { values } = await aWine()
    const saved = saveWine(testShop.services, staff, { ...values, id, version: 1 })
    await refusedWith(saved, { ok: false, status: 410 })
  })

  test('the same again: its state, its fields, the case of the offer', async () => {
    const { values, wine } = await aWine()
    const { id, version } = wine
    const same = { ok: true }
    const state = { id, to: 'closed' as const, version: 99 }
    await refusedWith(setWineState(testShop.services, staff, state), same)
    await refusedWith(saveWine(testShop.services, staff, { ...values, id, version }), same)
    const offer = () => setOfferedWine(testShop.services, staff, { id })
    await testShop.shop.createPrice(id)
    expect(await offer()).toMatchObject(same)
    await refusedWith(offer(), same)
    await refusedWith(deleteWine(testShop.services, staff, { id }), {
      sentence: 'The pages of the shop sell this wine. Close it instead.',
    })
    const seeded = () => setOfferedWine(testShop.services, staff, { id: 'malbec-2022' })
    expect(await seeded()).toMatchObject(same)
    await refusedWith(seeded(), same)
    const [chosen, seededAgain] = (
      await testShop.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, 'wine-offered'))
        .orderBy(auditLog.id)
    ).slice(-2)
    expect(chosen).toMatchObject({ before: { offering: 'malbec-2022' }, after: { offering: id } })
    expect(seededAgain).toMatchObject({
      ...{ before: { offering: id }, after: { offering: 'malbec-2022' } },
    })
  })

  test('what is typed wrong, and what a release decides', async () => {
    const { values, wine } = await aWine()
    const { id, version } = wine
    const bad = { ...values, vintage: '1989', description: '' }
    await refusedWith(saveWine(testShop.services, staff, { ...bad, id, version }), {
      ...{ ok: false, status: 400 },
      errors: { vintage: expect.any(String), description: expect.any(String) },
    })
    const { release, wine: released } = await aRelease(testShop.db)
    const sell = () =>
      setWineState(testShop.services, staff, { id: released, to: 'announced', version: 1 })
    const decides = { sentence: expect.stringContaining('A release decides about this wine') }
    for (const state of ['scheduled', 'paused'] as const) {
      await testShop.db.update(releases).set({ state }).where(eq(releases.id, release.id))
      await refusedWith(sell(), decides)
    }
    await testShop.db.update(releases).set({ state: 'ended' }).where(eq(releases.id, release.id))
    expect(await sell()).toMatchObject({ ok: true })
    expect(await rowOf(released)).toMatchObject({ releaseState: 'announced', version: 2 })
    // Its own state decides from now on.
    const [place] = await testShop.db
      .select()
      .from(releaseWines)
      .where(eq(releaseWines.productId, released))
    expect(place!.isCurrent).toBe(false)
  })

  test('a wine without a price asks for one, once, and is not on sale meanwhile', async () => {
    const { wine } = await aWine()
    const { id, version } = wine
    const sell = () => setWineState(testShop.services, staff, { id, to: 'on-sale', version })
    await refusedWith(sell(), noPrice)
    await refusedWith(setOfferedWine(testShop.services, staff, { id }), noPrice)
    expect(await isJobQueued(testShop.db, `price:${id}`)).toBe(true)
  })
})

test('wines are found by each word of their title, so many as are shown', async () => {
  for (const name of ['Criolla Chica', 'Criolla Grande', 'Semillon']) await aWine({ name })
  const found = async (typed: string, most = 10) =>
    (await wineFinder.find(testShop.db, typed, most)).map(({ title }) => title)
  expect(await found('criolla')).toEqual(['2024 Criolla Chica', '2024 Criolla Grande'])
  expect(await found('grande criolla')).toEqual(['2024 Criolla Grande'])
  expect(await found('criolla', 1)).toEqual(['2024 Criolla Chica'])
  expect(await found('')).toEqual([])
  expect(await wineFinder.find(testShop.db, 'semillon', 1)).toMatchObject([
    { title: '2024 Semillon', detail: '3-pack of 750ml', href: '/admin/wines/semillon-2024' },
  ])
})
