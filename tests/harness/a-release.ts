import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import { allocations, releases, releaseWaves, releaseWines } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

type Wish = Partial<typeof releases.$inferInsert> & {
  /** Cases in stock; null is no limit. */
  stock?: number | null
  /** When each wave opens, in minutes from now. */
  waves?: readonly number[]
}

/** A wine of its own, priced like the seeded case, in a release that is open unless said otherwise. */
export async function aRelease(db: Database, { stock = 100, waves = [-30], ...wish }: Wish = {}) {
  const wine = `wine-${randomUUID().slice(0, 8)}`
  const [seeded] = await db.select().from(products).where(eq(products.id, 'malbec-2022'))
  await db.insert(products).values({
    ...seeded!,
    id: wine,
    title: '2023 Malbec',
    titleCart: '2023 Malbec',
    position: null,
    releaseState: 'closed',
    priceId: null,
    stock,
    held: 0,
    sold: 0,
    promised: 0,
  })
  const [release] = await db
    .insert(releases)
    .values({
      name: 'Spring',
      season: 'spring',
      year: 2027,
      kind: 'allocated',
      promise: wish.kind === 'open' ? null : 'guaranteed',
      opensAt: minutes(-60),
      closesAt: minutes(60),
      state: 'scheduled',
      ...wish,
    })
    .returning()
  await db.insert(releaseWines).values({ releaseId: release!.id, productId: wine, position: 1 })
  const made = await db
    .insert(releaseWaves)
    .values(
      waves.map((at, index) => ({
        releaseId: release!.id,
        name: `Wave ${index + 1}`,
        opensAt: minutes(at),
      })),
    )
    .returning()
  return { wine, release: release!, waves: made.map(({ id }) => id) }
}

/** Allocates units to a customer, and counts them as promised where the release guarantees them. */
export async function allocate(
  db: Database,
  { wine, release, waves }: Awaited<ReturnType<typeof aRelease>>,
  user: { id: string },
  units: number,
  wave = 0,
): Promise<string> {
  const isPromised = release.promise === 'guaranteed'
  const [row] = await db
    .insert(allocations)
    .values({
      releaseId: release.id,
      productId: wine,
      userId: user.id,
      waveId: waves[wave]!,
      units,
      origin: 'manual',
      isPromised,
    })
    .returning({ id: allocations.id })
  if (isPromised) {
    await db
      .update(products)
      .set({ promised: sql`${products.promised} + ${units}` })
      .where(eq(products.id, wine))
  }
  return row!.id
}
