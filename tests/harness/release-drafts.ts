import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import type { AllocationRule } from '#catalogue/on-sale/allocation.rules.ts'
import type { TypedRelease } from '#catalogue/on-sale/release-form.rules.ts'
import { createWine } from '#catalogue/wines/save-wine.actions.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'
import { typedRules } from '#releases/allocations/rules-form.rules.ts'
import type { RefusedAllocation } from '#releases/allocations/save-allocation.actions.server.ts'
import {
  addAllocation,
  saveAllocations,
} from '#releases/allocations/save-allocation.actions.server.ts'
import { viewReleaseCheck } from '#releases/check/check-release.actions.server.ts'
import { scheduleRelease } from '#releases/release/change-release-state.actions.server.ts'
import { createRelease, saveReleaseWines } from '#releases/release/save-release.actions.server.ts'
import { staffReleaseById } from '#releases/release/staff-releases.store.server.ts'
import { emptyRelease } from '#releases/release/typed-release.rules.ts'

import type { aStaffMember } from './staff.ts'
import type { TestShop } from './test-shop.ts'
import { aMember } from './test-shop.ts'

/** The shop's time zone in tests. */
export const zone = 'America/Los_Angeles'

const inHours = (hours: number) => hourOf(new Date(Date.now() + hours * 3_600_000), zone)

export const typedRelease = (change: Partial<TypedRelease> = {}): TypedRelease => ({
  ...emptyRelease(2026),
  name: `Release ${randomUUID().slice(0, 6)}`,
  opensAt: inHours(24),
  closesAt: inHours(72),
  waves: [
    { id: null, name: 'Club', opensAt: inHours(24) },
    { id: null, name: 'Everyone', opensAt: inHours(48) },
  ],
  ...change,
})

/** A typed release as its forms send it. */
export const sentAs = ({ waves, ...fields }: TypedRelease): Record<string, string> => ({
  ...fields,
  ...Object.fromEntries(
    waves.flatMap(({ id, name, opensAt }, index) => [
      [`waves.${index}.id`, id ?? ''],
      [`waves.${index}.name`, name],
      [`waves.${index}.opensAt`, opensAt],
    ]),
  ),
})

type AllocationEdit = {
  id: string
  version: number
  units: number
  waveId: string | null
  note: string
}

/** Saves one row of a release's list of allocations; the row as it comes back where it is refused. */
export async function saveRow(
  { services }: Pick<TestShop, 'services'>,
  staff: Parameters<typeof saveAllocations>[1],
  releaseId: string,
  { id: allocation, waveId, ...edit }: AllocationEdit,
) {
  const typed = { ...edit, id: releaseId, allocation, wave: waveId ?? '' }
  const saved = await saveAllocations(services, staff, typed)
  if (saved.ok) return { ok: true }
  const { rows } = saved.shown as { rows: RefusedAllocation[] }
  return { ok: false, ...rows[0]! }
}

/** The rules of a release as their form sends them once they were previewed. */
export const sentRules = (rules: readonly AllocationRule[], keepManual: boolean) => ({
  ...Object.fromEntries(
    typedRules(rules).flatMap(({ units, ...texts }, index) => [
      ...Object.entries(texts).map(([name, text]) => [`rules.${index}.${name}`, text]),
      ...Object.entries(units).map(([wine, count]) => [`rules.${index}.units.${wine}`, count]),
    ]),
  ),
  previewed: JSON.stringify([
    rules.map(({ condition, atLeast, ofLast, cents, months, units, waveId }) => ({
      ...{ condition, atLeast, ofLast, cents, months, units, waveId },
    })),
    keepManual,
  ]),
  ...(!keepManual && { replaceManual: 'on' }),
})

/** The actions with which staff prepare a release. */
export function releaseDrafts(
  open: () => { testShop: TestShop; staff: Awaited<ReturnType<typeof aStaffMember>> },
) {
  async function viewed(id: string) {
    return (await staffReleaseById(open().testShop.db, id))!
  }

  async function aDraft(change: Partial<TypedRelease> = {}, key: string = randomUUID()) {
    const { testShop, staff } = open()
    const typed = sentAs(typedRelease(change))
    const created = await createRelease(testShop.services, staff, typed, { key })
    if (!created.ok) throw new Error(JSON.stringify(created))
    return viewed(created.done.id)
  }

  async function aWine(stock = '100') {
    const { testShop, staff } = open()
    const created = await createWine(testShop.services, staff, {
      name: `Tannat ${randomUUID().slice(0, 6)}`,
      vintage: '2024',
      subtitle: '3-pack of 750ml',
      bottles: '3',
      bottleMl: '750',
      titleCart: '',
      description: 'Tannat from Altamira.',
      story: '',
      price: '480',
      stock,
    })
    if (!created.ok) throw new Error(created.sentence)
    return created.done.wine.id
  }

  /** Chooses the wines of a draft, in this order. */
  const choose = ({ id, version }: { id: string; version: number }, wines: readonly string[]) => {
    const { testShop, staff } = open()
    return saveReleaseWines(testShop.services, staff, { id, version, order: wines.join(',') })
  }

  /** An allocated draft with one wine that has a price. */
  async function aDraftWithWine(stock = '100', change: Partial<TypedRelease> = {}) {
    const { testShop } = open()
    const draft = await aDraft(change)
    const wine = await aWine(stock)
    await testShop.shop.createPrice(wine)
    expect(await choose(draft, [wine])).toMatchObject({ ok: true })
    return { draft: await viewed(draft.id), wine }
  }

  return {
    viewed,
    aDraft,
    aWine,
    aDraftWithWine,
    choose,

    async aCustomer(isConfirmed = true) {
      const { db } = open().testShop
      const member = await aMember(db)
      await db.update(users).set({ emailVerified: isConfirmed }).where(eq(users.id, member.id))
      return member
    },

    async wineRow(id: string) {
      const [row] = await open().testShop.db.select().from(products).where(eq(products.id, id))
      return row!
    },

    allocate(releaseId: string, productId: string, email: string, units: number) {
      const { testShop, staff } = open()
      const typed = { id: releaseId, email, wine: productId, units: String(units) }
      return addAllocation(testShop.services, staff, typed)
    },

    /** Schedules a release, accepting all yellow lines except these. */
    async schedule(id: string, but: readonly string[] = []) {
      const { testShop, staff } = open()
      const release = await viewed(id)
      const { lines } = await viewReleaseCheck(testShop.services, staff, release)
      const accepted = lines
        .filter(({ level, id: line }) => level === 'yellow' && !but.includes(line))
        .map(({ id: line }) => line)
      const { version } = release
      return scheduleRelease(testShop.services, staff, { id, version, accepted })
    },
  }
}
