import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { createWine } from '#catalogue/wines/save-wine.actions.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { disputes, orders } from '#orders/order/tables.ts'
import { requestRefund } from '#orders/refunds/request-refund.actions.server.ts'
import { approvalRules, approvals } from '#platform/database/approvals.tables.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'
import { shipments } from '#shipping/tables.ts'
import { allocate } from '#tests/harness/a-release.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { payAt } from '#tests/harness/provider.ts'
import { released, sessionIn } from '#tests/harness/release-buyers.ts'
import { saveRow, sentAs, sentRules, typedRelease, zone } from '#tests/harness/release-drafts.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { allocationList } from './allocations/allocation-list.store.server.ts'
import { setBehindYear } from './allocations/behind-year.actions.server.ts'
import {
  buildAllocations,
  previewAllocations,
} from './allocations/build-allocations.actions.server.ts'
import {
  addAllocation,
  importAllocationFile,
  takeOverFrom,
} from './allocations/save-allocation.actions.server.ts'
import { viewReleaseCheck } from './check/check-release.actions.server.ts'
import { openRest } from './leftovers/leftovers.actions.server.ts'
import { refundRehearsals } from './rehearsal/refund-rehearsals.actions.server.ts'
import { viewReleaseLive } from './release-day/view-live.actions.server.ts'
import { viewReleaseDay } from './release-day/view-release-day.actions.server.ts'
import { approveEnd } from './release/approve-end.actions.server.ts'
import {
  endRelease,
  pauseRelease,
  resumeRelease,
  scheduleRelease,
  unscheduleRelease,
} from './release/change-release-state.actions.server.ts'
import { releaseList } from './release/release-list.store.server.ts'
import {
  cloneRelease,
  createRelease,
  saveReleaseHours,
  saveReleaseTexts,
  saveReleaseWines,
} from './release/save-release.actions.server.ts'
import { staffReleaseById } from './release/staff-releases.store.server.ts'
import { textsIn, typedOf } from './release/typed-release.rules.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
let staff: Awaited<ReturnType<typeof aStaffMember>>
let second: typeof staff

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
  second = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())
beforeEach(() => {
  scenario = openScenario(testShop.db, {
    [staff.email]: 'staff@',
    [staff.id]: 'Staff',
    [second.email]: 'second@',
    [second.id]: 'Second',
  })
})

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)
const key = () => ({ key: crypto.randomUUID() })

async function person(name: string, isConfirmed = true) {
  const profile = { firstName: name, email: `${name}@example.com`, emailVerified: isConfirmed }
  const { id } = await aMember(testShop.db, profile)
  scenario.names[id] = name
  return (await userById(testShop.db, id))!
}

async function aWine(name: string, stock: string) {
  const made = await createWine(testShop.services, staff, {
    ...{
      name,
      vintage: '2024',
      subtitle: '3-pack of 750ml',
      bottles: '3',
      bottleMl: '750',
      titleCart: '',
      story: '',
    },
    ...{ description: `${name} from Altamira.`, price: '480', stock },
  })
  if (!made.ok) throw new Error(made.sentence)
  const { id } = made.done.wine
  scenario.names[id] = name.toLowerCase()
  await testShop.shop.createPrice(id)
  return id
}

const now = async (id: string) => (await staffReleaseById(testShop.db, id))!
const seen = async (id: string) => ({ id, version: (await now(id)).version })
async function nameWaves(id: string) {
  for (const { id: wave, name } of (await now(id)).fields.waves)
    scenario.names[wave] = `wave-${name}`
}

test('what staff change of a release', async () => {
  const { db, services, shop } = testShop
  const earlier = await released(testShop, { name: 'Earlier', state: 'ended', waves: [-30] })
  Object.assign(scenario.names, { [earlier.release.id]: 'earlier', [earlier.wine]: 'earlier-wine' })
  const [ana, bea] = [await person('ana'), await person('bea')]
  await person('cora', false)
  await db.insert(allocations).values(
    [ana, bea].map(({ id: userId }, at) => ({
      ...{
        releaseId: earlier.release.id,
        productId: earlier.wine,
        userId,
        waveId: earlier.waves[0]!,
      },
      ...{ units: 3, bought: at, origin: 'manual' as const, isPromised: false },
    })),
  )
  const [tannat, syrah] = [await aWine('Tannat', '20'), await aWine('Syrah', '5')]
  const typed = typedRelease({ name: 'Autumn' })
  const inHours = (hours: number) => hourOf(new Date(Date.now() + hours * 3_600_000), zone)
  const [earlierClosing, lastWave] = [inHours(60), typed.waves[1]!.opensAt]
  Object.assign(scenario.names, {
    ...{ [typed.opensAt]: 'OPENS', [lastWave]: 'LAST-WAVE' },
    ...{ [typed.closesAt]: 'CLOSES', [earlierClosing]: 'CLOSES-EARLIER' },
  })
  const once = key()
  const made = await step('make a draft', () => createRelease(services, staff, sentAs(typed), once))
  if (!made.ok) throw new Error(JSON.stringify(made))
  const { id } = made.done
  scenario.names[id] = 'autumn'
  await nameWaves(id)
  await step('the same form', () => createRelease(services, staff, sentAs(typed), once))
  await step('without a name', () =>
    createRelease(services, staff, sentAs({ ...typed, name: '' }), key()),
  )
  await step('without the duty', () =>
    createRelease(services, { ...staff, duties: ['support'] }, sentAs(typed), key()),
  )
  const choose = (order: string) => async () =>
    saveReleaseWines(services, staff, { ...(await seen(id)), order })
  await step('two wines', choose(`${tannat},${syrah}`))
  await step('a wine that there is not', choose('none'))
  await step('wines over another version', () =>
    saveReleaseWines(services, staff, { id, version: 1, order: tannat }),
  )
  const texts = async (change: object) => {
    const { fields, version } = await now(id)
    const before = textsIn(fields)
    const form = { ...before, ...change, id, version, base: JSON.stringify(before) }
    return saveReleaseTexts(services, staff, form)
  }
  await step('texts', () => texts({ banner: 'AUTUMN', announcement: 'Soon' }))
  await step('the same texts', () => texts({}))
  const hours = async (change: object, version?: number) =>
    saveReleaseHours(services, staff, {
      ...sentAs({ ...typedOf((await now(id)).fields, zone), ...change }),
      ...(await seen(id)),
      ...(version && { version }),
    })
  await step('another closing', () => hours({ closesAt: earlierClosing }))
  await step('before its last wave', () => hours({ closesAt: lastWave }))
  await step('the same hours, of another version', () => hours({}, 1))
  await step('hours over another version', () => hours({ closesAt: typed.closesAt }, 1))

  const add =
    (email: string, units: string, more: object = {}) =>
    () =>
      addAllocation(services, staff, { id, email, wine: tannat, units, search: '', ...more })
  await step('allocate', add('ana@example.com', '4'))
  await step('allocate again', add('ana@example.com', '4'))
  await step('to an unconfirmed address', add('cora@example.com', '4'))
  await step('to oneself', add(staff.email, '4'))
  await step('no units', add('bea@example.com', ''))
  await step('a wine of another release', add('bea@example.com', '1', { wine: earlier.wine }))
  const wave = (await now(id)).fields.waves[0]!.id
  const file = (rows: string) =>
    importAllocationFile(services, staff, {
      id,
      search: '',
      file: new File([`email,wine,units,wave\n${rows}`], 'a.csv'),
    })
  await step('a file with a stranger', () =>
    file(`bea@example.com,${syrah},2,Club\nno@example.com,${syrah},2,Club`),
  )
  await step('a file', () => file(`bea@example.com,${syrah},2,Club`))
  await step('the file again', () => file(`bea@example.com,${syrah},2,Club`))
  const take = (units: string) => () =>
    takeOverFrom(services, staff, { id, from: earlier.release.id, units, search: '' })
  await step('take over what was bought', take('bought'))
  await step('take it over again', take('bought'))
  const mine = async (user: User, wine = tannat) =>
    (
      await db
        .select()
        .from(allocations)
        .where(sql`release_id = ${id} and user_id = ${user.id} and product_id = ${wine}`)
    )[0]!
  const edit =
    (change: object, wine = tannat) =>
    async () => {
      const { id: row, version, units, waveId, note } = await mine(ana, wine)
      return saveRow(testShop, staff, id, {
        ...{ id: row, version, units, waveId, note },
        ...change,
      })
    }
  await step('more in a wave', edit({ units: 5, waveId: wave, note: 'Called' }))
  await step('over another version', edit({ units: 6, version: 1 }))
  await step('in an unknown wave', edit({ waveId: earlier.waves[0] }))
  const none = { atLeast: null, ofLast: null, cents: null, months: null }
  const rules = [
    { ...none, condition: 'everyone' as const, units: { [tannat]: 2, [syrah]: 1 }, waveId: wave },
  ] as never
  await step('preview rules', async () =>
    previewAllocations(services, staff, { ...sentRules(rules, true), ...(await seen(id)) }),
  )
  await step('build them without a preview', async () =>
    buildAllocations(services, staff, {
      ...sentRules(rules, true),
      previewed: '',
      ...(await seen(id)),
    }),
  )
  await step('build them', async () =>
    buildAllocations(services, staff, { ...sentRules(rules, true), ...(await seen(id)) }),
  )
  const gone = { id: crypto.randomUUID(), version: 1 }
  const form = { ...sentRules(rules, true), ...gone }
  const added = { id: gone.id, email: 'ana@example.com', wine: tannat, units: '1', search: '' }
  const csv = { id: gone.id, search: '', file: new File(['email,wine,units,wave\n'], 'a.csv') }
  const taken = { from: earlier.release.id, units: 'bought', search: '' } as const
  const ofNone: [string, () => Promise<unknown>][] = [
    ['preview rules', () => previewAllocations(services, staff, form)],
    ['build allocations', () => buildAllocations(services, staff, { ...form, previewed: '' })],
    ['allocate', () => addAllocation(services, staff, added)],
    ['a file', () => importAllocationFile(services, staff, csv)],
    ['take over to it', () => takeOverFrom(services, staff, { ...taken, id: gone.id })],
    ['take over from it', () => takeOverFrom(services, staff, { ...taken, id, from: gone.id })],
    ['texts', () => saveReleaseTexts(services, staff, { ...form, base: '{}' })],
    ['pause', () => pauseRelease(services, staff, { ...gone, reason: '' })],
    ['the rest', () => openRest(services, staff, { id: gone.id, wine: [syrah] }, key())],
    ['rehearsals', () => refundRehearsals(services, staff, { id: gone.id })],
    ['behind the year', () => setBehindYear(services, staff, { ...gone, intent: 'behind' })],
    ['clone it', () => cloneRelease(services, staff, { ...sentAs(typed), of: gone.id }, key())],
  ]
  for (const [title, ask] of ofNone) await step(`of no release: ${title}`, ask)
  const behind = (intent: string) => async () =>
    setBehindYear(services, staff, { ...(await seen(id)), intent })
  await step('behind the year', behind('behind'))
  await step('away from there', behind('away'))
  await step('the check', async () => viewReleaseCheck(services, staff, await now(id)))
  const accepted = async () =>
    (await viewReleaseCheck(services, staff, await now(id))).lines
      .filter(({ level }) => level === 'yellow')
      .map(({ id: line }) => line)
  await step('schedule without accepting', async () =>
    scheduleRelease(services, staff, { ...(await seen(id)), accepted: [] }),
  )
  const schedule = async () =>
    scheduleRelease(services, staff, { ...(await seen(id)), accepted: await accepted() })
  await step('schedule', schedule)
  await step('schedule again', schedule)
  await step('put what is scheduled behind the year', behind('behind'))
  await step('the wines of what is scheduled', choose(tannat))
  await step('more of a promise', edit({ units: 6 }))
  await step('more than there is', edit({ units: 99 }))
  const buy = (units: number) =>
    db.execute(sql`
      with bought as (update allocations set bought = bought + ${units}
        where release_id = ${id} and user_id = ${ana.id} and product_id = ${tannat})
      update products set sold = sold + ${units}, promised = promised - ${units} where id = ${tannat}`)
  await buy(2)
  await step('less than is bought', edit({ units: 1 }))
  await step('what is bought', edit({ units: 2 }))
  await step('back to draft with a purchase', async () =>
    unscheduleRelease(services, staff, await seen(id)),
  )
  await buy(-2)
  await step('back to draft', async () => unscheduleRelease(services, staff, await seen(id)))
  await schedule()
  const past = new Date(Date.now() - 3_600_000)
  await db.execute(sql`update releases set opens_at = ${past.toISOString()} where id = ${id}`)
  await db.execute(
    sql`update release_waves set opens_at = ${past.toISOString()} where release_id = ${id}`,
  )
  await step('back to draft once it is open', async () =>
    unscheduleRelease(services, staff, await seen(id)),
  )
  await step('it has opened', () => shop.processReleases())
  await step('less while it is open', edit({ units: 1 }))
  await step('more while it is open', edit({ units: 7 }))
  await step('pause', async () =>
    pauseRelease(services, staff, { ...(await seen(id)), reason: 'A power cut' }),
  )
  await step('pause again', async () =>
    pauseRelease(services, staff, { ...(await seen(id)), reason: '' }),
  )
  await step('resume', async () => resumeRelease(services, staff, await seen(id)))
  await step('resume again', async () => resumeRelease(services, staff, await seen(id)))
  await step('clone it', () =>
    cloneRelease(
      services,
      staff,
      { ...sentAs({ ...typed, name: 'Winter', waves: [] }), of: id },
      key(),
    ),
  )
  await step('end it by a wrong name', async () =>
    endRelease(services, staff, { ...(await seen(id)), name: 'autumn' }),
  )
  await db.insert(approvalRules).values({ refundOverCents: null, endsRelease: true })
  const end = async (by = staff) =>
    endRelease(services, by, { ...(await seen(id)), name: 'Autumn' })
  await step('end it with an old code', () => end({ ...staff, isCodeStale: true } as never))
  await step('ask to end it', () => end())
  const [asked] = await db.select().from(approvals)
  await step('approve one’s own', () => approveEnd(services, staff, { approval: asked!.id, id }))
  await step('approve', () => approveEnd(services, second, { approval: asked!.id, id }))
  await step('approve again', () => approveEnd(services, second, { approval: asked!.id, id }))
  await step('it has ended', () => shop.processReleases())
  const rest = key()
  const aMonday = new Date('2036-03-03T18:30:00Z')
  const then = { ...services, clock: () => aMonday }
  const opened = await step('open the rest', () =>
    openRest(then, staff, { id, wine: [syrah] }, rest),
  )
  if (!opened.ok) throw new Error(opened.sentence)
  await step(
    'allocate what is open to all',
    add('ana@example.com', '1', { id: opened.done.id, wine: syrah }),
  )
  await step('the same form of the rest', () => openRest(then, staff, { id, wine: [syrah] }, rest))
  await step('open no wine', () => openRest(then, staff, { id, wine: [] }, key()))
  await db.delete(approvalRules)
  const soon = (count: number) => new Date(Date.now() + count * 3_600_000)
  const loose = await released(testShop, {
    ...{ name: 'Loose', state: 'draft', promise: 'cap', waves: [60] },
    ...{ opensAt: soon(1), closesAt: soon(2) },
  })
  Object.assign(scenario.names, { [loose.release.id]: 'loose', [loose.wine]: 'loose-wine' })
  await allocate(db, loose, bea, 2)
  await nameWaves(loose.release.id)
  await step('schedule what promises nothing', async () =>
    scheduleRelease(services, staff, {
      ...(await seen(loose.release.id)),
      accepted: (await viewReleaseCheck(services, staff, await now(loose.release.id))).lines.map(
        ({ id: line }) => line,
      ),
    }),
  )
  await scenario.read('the list', () =>
    viewsOf(testShop.db, releaseList, { named: 'Name', views: ['q=spring'] }),
  )
  await scenario.read('the allocations', async () => {
    const views = await viewsOf(testShop.db, allocationList, { named: 'email' })
    const named = (line: string) =>
      Object.entries(scenario.names).reduce((text, [own, name]) => text.replaceAll(own, name), line)
    // Those of one statement are in any order.
    return [views['file']!].flat().map(named).toSorted()
  })
  scenario.expectWritten('releases-by-staff')
})

test('what buyers change of a release', async () => {
  const { db, shop, services } = testShop
  const made = await released(testShop, { name: 'Spring', stock: 6, waves: [-30, 30] })
  const other = await released(testShop, { name: 'Other', stock: 5 })
  Object.assign(scenario.names, {
    ...{ [made.release.id]: 'spring', [made.wine]: 'spring-wine' },
    ...{ [other.release.id]: 'other', [other.wine]: 'other-wine' },
  })
  await nameWaves(made.release.id)
  const [dora, emma, flora, gina] = [
    await person('dora'),
    await person('emma'),
    await person('flora'),
    await person('gina'),
  ]
  const allocateTo = async (user: User, units: number, wave = 0, of = made) => {
    const [row] = await db
      .insert(allocations)
      .values({
        ...{
          releaseId: of.release.id,
          productId: of.wine,
          userId: user.id,
          waveId: of.waves[wave]!,
        },
        ...{ units, origin: 'manual', isPromised: true },
      })
      .returning()
    await db
      .update(products)
      .set({ promised: sql`promised + ${units}` })
      .where(eq(products.id, of.wine))
    scenario.names[row!.id] = `allocation-${scenario.names[user.id]}`
  }
  await allocateTo(dora, 2)
  await allocateTo(emma, 1)
  await allocateTo(flora, 2, 1)
  await allocateTo(dora, 1, 0, other)
  const offered = (user: User) => async () => {
    const { products: all } = await shop.viewCart(user)
    return all
      .filter(({ id }) => id === made.wine)
      .map(({ release, available, releaseState }) => ({ release, available, releaseState }))
  }
  // When one was first seen, its moment stays.
  const hourAgo = new Date(Date.now() - 3_600_000)
  await db
    .update(allocations)
    .set({ visitedAt: hourAgo })
    .where(and(eq(allocations.userId, dora.id), eq(allocations.productId, other.wine)))
  await step('what is offered to one with an allocation', offered(dora))
  await step('to one of a later wave', offered(flora))
  await step('to one without', offered(gina))
  const put = (user: User, quantity: number) => async () => {
    const { whyNot } = await shop.changeCart(user, {
      kind: 'set-quantity',
      productId: made.wine,
      quantity,
    })
    await shop.changeCart(user, { kind: 'choose-shipping', method: 'ground' })
    return whyNot
  }
  await step('more than the allocation', put(dora, 3))
  await step('the allocation', put(dora, 2))
  await step('another without', put(gina, 1))
  const started = await step('begin to pay', () => shop.startCheckout(dora))
  await step('what is left of it', offered(dora))
  await payAt((started as { url: string }).url)
  await step('paid', () => shop.recordPayment(sessionIn((started as { url: string }).url)))
  const [order] = await db.select().from(orders).where(eq(orders.userId, dora.id))
  scenario.names[order!.id] = 'order-dora'
  await step('refund one to the allocation', () =>
    requestRefund(
      services,
      staff,
      {
        ...{ number: order!.number, reason: 'Corked', [`wine.${made.wine}`]: '1' },
        ...{ [`back.${made.wine}`]: '1', toAllocation: 'on' },
      },
      key(),
    ),
  )
  await put(emma, 1)()
  const page = await shop.startCheckout(emma)
  await db
    .update(releases)
    .set({ state: 'paused', pauseReason: 'A moment' })
    .where(eq(releases.id, made.release.id))
  await step('what is offered while it is paused', offered(dora))
  await step('fill the cart while it is paused', put(dora, 1))
  await step('begin while it is paused', () => shop.startCheckout(dora))
  await payAt((page as { url: string }).url)
  await step('paid while it is paused', () =>
    shop.recordPayment(sessionIn((page as { url: string }).url)),
  )
  await db
    .update(releases)
    .set({ state: 'scheduled', pauseReason: '' })
    .where(eq(releases.id, made.release.id))
  await put(dora, 1)()
  const late = await shop.startCheckout(dora)
  await db
    .update(releases)
    .set({ closesAt: new Date(Date.now() - 60_000) })
    .where(eq(releases.id, made.release.id))
  await step('the hour of its end', () => shop.processReleases())
  await step('what is offered after it', offered(flora))
  await payAt((late as { url: string }).url)
  await step('paid after its end', () =>
    shop.recordPayment(sessionIn((late as { url: string }).url)),
  )
  await step('the hour again', () => shop.processReleases())
  await step('the live page', async () => {
    const { release: _, ...figures } = await viewReleaseLive(services, await now(made.release.id))
    const sum = (name: 'units' | 'cents') => figures.sales.reduce((all, one) => all + one[name], 0)
    return {
      ...figures,
      waves: figures.waves.toSorted((a, b) => a.invited - b.invited),
      sales: { units: sum('units'), cents: sum('cents') },
    }
  })
  await step('the release day', async () => {
    const { service: _, line: __, ...day } = (await viewReleaseDay(services, made.release.id))!
    return day
  })
  await db.update(orders).set({ isRehearsal: true }).where(eq(orders.id, order!.id))
  // Rehearsed as far as a pickup that nobody came to.
  const [box] = await db
    .insert(shipments)
    .values({ orderId: order!.id, kind: 'first', state: 'missed', method: 'pickup' })
    .returning()
  scenario.names[box!.id] = 'box'
  await step('refund rehearsals without the duty', () =>
    refundRehearsals(services, { ...staff, duties: ['releases'] } as never, {
      id: made.release.id,
    }),
  )
  await step('refund rehearsals', () => refundRehearsals(services, staff, { id: made.release.id }))
  await step('refund them again', () => refundRehearsals(services, staff, { id: made.release.id }))
  const [disputed] = await db
    .update(orders)
    .set({ isRehearsal: true, state: 'disputed' })
    .where(eq(orders.userId, emma.id))
    .returning()
  await db.insert(disputes).values({
    ...{ id: 'du_emma', orderId: disputed!.id, state: 'needs-response' as const },
    ...{ amountCents: 51_763, reason: 'fraudulent', openedAt: new Date() },
  })
  await step('refund what is disputed', () =>
    refundRehearsals(services, staff, { id: made.release.id }),
  )
  scenario.expectWritten('releases-by-buyers')
})
