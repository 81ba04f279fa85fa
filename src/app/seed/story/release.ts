import { and, eq, inArray, sql } from 'drizzle-orm'

import { insertUserWithPassword } from '#accounts/users/users.store.server.ts'
import { shipToRules } from '#catalogue/destinations/ship-to.rules.ts'
import { shippingPrice } from '#catalogue/destinations/shipping.rules.ts'
import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import {
  allocationRules,
  allocations,
  releases,
  releaseWaves,
  releaseWines,
} from '#catalogue/on-sale/tables.ts'
import { neutralPicture } from '#catalogue/pictures/picture.rules.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { carts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { lockCart } from '#checkout/cart/carts.store.server.ts'
import { moveToPaid } from '#checkout/checkouts.store.server.ts'
import { insertCheckout } from '#checkout/new-checkouts.store.server.ts'
import { insertOrder, newOrder } from '#orders/order/orders.store.server.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { clubName } from '#platform/club/club.rules.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { startPromises } from '#releases/allocations/promises.store.server.ts'

import { demoMembers } from '../demo-members.ts'
import { emailOf, homeOf, nameOf, storyPasswordHash } from './people.ts'

const hour = 60 * 60 * 1_000
const taxPercent = 7.25
export const releaseName = 'The spring release'

/** Wines in stock, but without a price at the provider, which a job creates. */
const wines = [
  {
    id: 'malbec-2023',
    title: '2023 Malbec',
    priceCents: 48_000,
    stock: 160,
    description: 'Malbec from Paraje Altamira, Uco Valley. Three bottles of 750ml.',
    descriptionA:
      'A cool year on the stones of Altamira, picked late in March. Violets and black plum over fine salt, firm without weight, and made to wait.',
  },
  {
    id: 'cabernet-sauvignon-2023',
    title: '2023 Cabernet Sauvignon',
    priceCents: 58_500,
    stock: 80,
    description: 'Cabernet Sauvignon from one acre in Paraje Altamira. Three bottles of 750ml.',
    descriptionA:
      'From the highest row we own, where the last grapes ripen in April. Cassis, cedar and graphite, upright tannins, and a long, dry close.',
  },
] as const

/** Three waves: two have opened, the last opens tomorrow. `opensIn` is in hours, `units` per wine. */
const waves = [
  { name: clubName, opensIn: -48, units: [4, 2] },
  { name: 'Earlier buyers', opensIn: -20, units: [2, 1] },
  { name: 'Mailing list', opensIn: 24, units: [1, 0] },
] as const

/**
 * An open release: three waves, guaranteed allocations of sixty people and the demo members, and orders of
 * some of them, at times relative to now. Does nothing when the release exists.
 */
export async function tellOfRelease(db: Database, now: Date): Promise<string> {
  const [there] = await db
    .select({ id: releases.id })
    .from(releases)
    .where(eq(releases.name, releaseName))
  if (there) return 'release: it is there already'
  // On the hour, as a winery would set them.
  const at = (hours: number) => new Date((Math.floor(now.getTime() / hour) + hours) * hour)
  const people = await peopleOf(db, now)
  const releaseId = await db.transaction(async (tx) => {
    const [release] = await tx
      .insert(releases)
      .values({
        name: releaseName,
        season: 'spring',
        year: at(24 * 60).getUTCFullYear(),
        banner: 'SPRING RELEASE',
        announcement: 'The 2023s are offered in the order in which you joined us.',
        text: 'Three parcels of Paraje Altamira, picked within ten days of each other.\n\nWhat is allocated to you is kept for you.',
        kind: 'allocated',
        promise: 'guaranteed',
        opensAt: at(waves[0].opensIn),
        closesAt: at(24 * 16),
        promiseUntil: at(24 * 9),
        shipsFrom: at(24 * 20)
          .toISOString()
          .slice(0, 10),
        state: 'scheduled',
      })
      .returning({ id: releases.id })
    const id = release!.id
    await tx
      .insert(products)
      .values(
        wines.map((wine) => ({
          ...wine,
          // A job writes the name on its label.
          image: neutralPicture,
          subtitle: '3-pack of 750ml',
          titleCart: wine.title,
          vintage: 2023,
          categoryId: 'story',
          categoryName: 'Story',
          releaseState: 'closed' as const,
        })),
      )
      .onConflictDoNothing()
    // Queued at once, as for a wine that staff save: the scheduled job would be too late for first buyers.
    for (const { id: productId } of wines) {
      await queueJob(tx, 'create-price', { productId }, `price:${productId}`)
    }
    await tx
      .insert(releaseWines)
      .values(
        wines.map((wine, index) => ({ releaseId: id, productId: wine.id, position: index + 1 })),
      )
    const made = await tx
      .insert(releaseWaves)
      .values(waves.map((wave) => ({ releaseId: id, name: wave.name, opensAt: at(wave.opensIn) })))
      .returning({ id: releaseWaves.id })
    const unitsOf = (index: number) =>
      Object.fromEntries(wines.map((wine, place) => [wine.id, waves[index]!.units[place]!]))
    await tx.insert(allocationRules).values([
      { releaseId: id, position: 1, condition: 'club-12', units: unitsOf(0), waveId: made[0]!.id },
      { releaseId: id, position: 2, condition: 'club-6', units: unitsOf(0), waveId: made[0]!.id },
      {
        releaseId: id,
        position: 3,
        condition: 'spent',
        cents: 100_000,
        months: 24,
        units: unitsOf(1),
        waveId: made[1]!.id,
      },
      {
        releaseId: id,
        position: 4,
        condition: 'confirmed',
        units: unitsOf(2),
        waveId: made[2]!.id,
      },
    ])
    await tx.insert(allocations).values(
      people.flatMap((person, index) =>
        wines.flatMap((wine, place) => {
          const units = waves[index % 3]!.units[place]!
          return units === 0
            ? []
            : {
                releaseId: id,
                productId: wine.id,
                userId: person.id,
                waveId: made[index % 3]!.id,
                units,
                origin: 'rule' as const,
                changedBy: 'story',
              }
        }),
      ),
    )
    await startPromises(tx, id)
    return id
  })
  let orders = 0
  for (const [index, person] of people.entries()) {
    // Some of those whose wave is open have bought.
    if (index % 3 === 2 || index % 9 > 4 || person.isDemo) continue
    const isClub = index % 3 === 0
    const basket = isClub
      ? clubBaskets[orders % clubBaskets.length]!
      : baskets[orders % baskets.length]!
    await buy(db, person, basket, { at: at(-1 - (index % 18)), isOvernight: orders % 5 === 3 })
    orders += 1
  }
  return `release: ${people.length} people in ${waves.length} waves, ${orders} orders (${releaseId})`
}

/** Cases of each wine in an order, never more than is allocated to that wave. */
const clubBaskets = [
  [2, 1],
  [1, 0],
  [3, 0],
  [1, 2],
  [0, 2],
] as const
const baskets = [
  [1, 0],
  [1, 1],
  [2, 0],
  [2, 1],
  [0, 1],
] as const

type Person = { id: string; email: string; name: string; isDemo: boolean; home: typeof california }

/** The demo members, if they exist, and sixty people of the story. */
async function peopleOf(db: Database, now: Date): Promise<Person[]> {
  const told = Array.from({ length: 60 }, (_, index) => ({
    ...nameOf(index),
    email: emailOf(nameOf(index)),
    home: {
      ...homeOf(index),
      // The last two are found as one person.
      phone: homeOf(Math.min(index, 58)).phone,
      birthdate: `19${50 + (Math.min(index, 58) % 40)}-0${1 + (index % 9)}-12`,
    },
  }))
  const passwordHash = await storyPasswordHash(db)
  for (const [index, { home, ...person }] of told.entries()) {
    const id = await insertUserWithPassword(db, { ...person, passwordHash })
    if (!id) continue
    const level = index % 3 === 0 ? (index % 2 ? 6 : 12) : 0
    await db
      .update(users)
      .set({
        ...home,
        emailVerified: true,
        createdAt: new Date(now.getTime() - (40 + index * 5) * 24 * 60 * 60 * 1_000),
        membership: level > 0,
        membershipLevel: level,
        // Every tenth has refused emails.
        byEmail: index % 10 !== 7,
      })
      .where(eq(users.id, id))
  }
  const demo = demoMembers.map(({ email }) => email)
  const rows = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(
      and(inArray(users.email, [...demo, ...told.map(({ email }) => email)]), sql`role = 'member'`),
    )
    .orderBy(users.email)
  const place = ({ email }: { email: string }) => told.findIndex((one) => one.email === email)
  return rows
    .toSorted((one, other) => place(one) - place(other))
    .map((row) => ({
      ...row,
      isDemo: demo.includes(row.email),
      home: told[place(row)]?.home ?? california,
    }))
}

const california = {
  phone: '4155550123',
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
  birthdate: '1981-04-12',
}

/** Buys cases under the person's allocation, by the statements of real purchases. */
async function buy(
  db: Database,
  person: Person,
  basket: readonly number[],
  { at, isOvernight }: { at: Date; isOvernight: boolean },
) {
  await db.transaction((tx) => lockCart(tx, person.id))
  const [cart] = await db.select().from(carts).where(eq(carts.userId, person.id))
  const lines = wines.flatMap((wine, place) => {
    const quantity = basket[place]!
    if (quantity === 0) return []
    const taxCents = lineTax(wine.priceCents * quantity, taxPercent)
    const description = `${wine.title}, 3-pack of 750ml`
    return {
      productId: wine.id,
      description,
      quantity,
      unitPriceCents: wine.priceCents,
      taxCents,
    }
  })
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + of(line), 0)
  const subtotal = sum(({ unitPriceCents, quantity }) => unitPriceCents * quantity)
  const tax = sum(({ taxCents }) => taxCents)
  const method = isOvernight ? 'overnight' : 'ground'
  const shipping = shippingPrice(
    method,
    sum(({ quantity }) => quantity),
  )!
  const { birthdate, ...address } = person.home
  const shipTo: ShipToRecord = {
    ...noAddress,
    ...address,
    name: person.name,
    birthdate,
    rules: shipToRules,
    statement: '',
  }
  const figures = {
    userId: person.id,
    channel: 'cart' as const,
    shippingMethod: method as 'overnight' | 'ground',
    ...withTotal({ subtotalCents: subtotal, shippingCents: shipping, taxCents: tax }),
    shipTo,
  }
  await db.update(allocations).set({ visitedAt: at }).where(eq(allocations.userId, person.id))
  const checkout = await insertCheckout(
    db,
    { ...figures, fingerprint: `story ${person.id}`, startedAt: at, expiresAt: at },
    lines,
    { userId: person.id, version: cart!.version, hasAllocations: true },
  )
  if (typeof checkout === 'string') throw new Error(`The story could not buy: ${checkout}`)
  await db.transaction(async (tx) => {
    const moved = await moveToPaid(tx, checkout, at)
    await insertOrder(
      tx,
      newOrder({
        ...figures,
        number: moved!.orderNumber,
        checkoutId: checkout.id,
        sessionId: `cs_seed_${checkout.id}`,
        paymentIntentId: null,
        email: person.email,
        name: person.name,
        isRehearsal: false,
        thankedAt: at,
        createdAt: at,
      }),
      lines.map((line) => ({ ...line, returned: 0 })),
      { sellHeld: true },
    )
  })
}
