import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedMany } from '#app/seed/bulk.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import { everybody } from './audience.rules.ts'
import type { Candidate } from './audience.store.server.ts'
import { candidatesOf } from './audience.store.server.ts'
import { campaigns } from './tables.ts'

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  testShop = await openTestDatabase()
  await seedMany(testShop.db, { users: 300, orders: 0, subscribers: 100 }, () => {})
})
afterAll(() => testShop.close())

const byEmail = (people: Candidate[]) => people.toSorted((a, b) => a.email.localeCompare(b.email))

const noHash = () => randomUUID()

const outcomes = ['queued', 'sent', 'suppressed', 'rejected', 'failed']

test('an audience that is read in one pass is the same as one read person by person', async () => {
  const { db } = testShop
  const { release } = await aRelease(db)
  await db.execute(sql`update users set email_verified = true`)
  const [asked, ...earlier] = await db
    .insert(campaigns)
    .values(
      [release.id, release.id, release.id, release.id, release.id, null].map((releaseId) => ({
        releaseId,
        name: 'One of several',
        audience: everybody,
      })),
    )
    .returning()
  // Each person has had some of the earlier ones, with every outcome and on both sides of each limit.
  await db.execute(sql`
    insert into campaign_emails (campaign_id, email, outcome, settled_at)
    select campaign.id, u.email, outcome,
      case when outcome <> 'queued' then now() - make_interval(hours => (1 + (u.n * campaign.n) % 60)::int) end
    from (select email, row_number() over (order by email) as n from users) as u,
      unnest(array[${sql.join(
        earlier.map(({ id }) => sql`${id}`),
        sql`, `,
      )}]::uuid[]) with ordinality as campaign (id, n),
      lateral (select (array['sent', 'sent', 'sent', ${sql.join(
        outcomes.map((outcome) => sql`${outcome}`),
        sql`, `,
      )}])[1 + (u.n * 7 + campaign.n * 3) % 8] as outcome) as ended
    where (u.n + campaign.n) % 3 > 0`)
  await db.execute(sql`
    insert into user_emails (user_id, email)
    select (select id from users order by email limit 1), email from mailing_list_clients
    where email like 'list.1%'`)
  for (const [got, fewest] of [
    ['', 300],
    [earlier[0]!.id, 50],
  ] as const) {
    const campaign = { id: asked!.id, releaseId: release.id, audience: { ...everybody, got } }
    const at = new Date()
    const inOnePass = await candidatesOf(db, campaign, noHash, { only: null, at })
    const only = inOnePass.map(({ email }) => email)
    const oneByOne = await candidatesOf(db, campaign, noHash, { only, at })
    expect(byEmail(inOnePass)).toEqual(byEmail(oneByOne))
    expect(inOnePass.length).toBeGreaterThan(fewest)
    const { rows: gotIt } = await db.execute<{ email: string }>(sql`
      select email from campaign_emails where campaign_id::text = ${got} and outcome = 'sent'`)
    if (got) expect(only.toSorted()).toEqual(gotIt.map(({ email }) => email).toSorted())
    const tooOften = inOnePass.filter(({ isTooOften }) => isTooOften).length
    expect(tooOften).toBeGreaterThan(0)
    expect(tooOften).toBeLessThan(inOnePass.length)
    const hasSecond = inOnePass.some(({ firstAddress }) => firstAddress !== null)
    expect(hasSecond).toBe(got === '')
  }
})

test('those with wine left are without who has bought or holds all of theirs', async () => {
  const { db } = testShop
  const released = await aRelease(db)
  const [left, bought, held] = [await aMember(db), await aMember(db), await aMember(db)]
  const allocated = [left, bought, held].map((member) => allocate(db, released, member, 2))
  const [, ofBought, ofHeld] = await Promise.all(allocated)
  await db.execute(sql`update allocations set bought = 2 where id = ${ofBought}`)
  await db.execute(sql`update allocations set held = 1, bought = 1 where id = ${ofHeld}`)
  const found = await candidatesOf(
    db,
    {
      id: randomUUID(),
      releaseId: released.release.id,
      audience: { ...everybody, hasAllocationLeft: true },
    },
    noHash,
    { only: null, at: new Date() },
  )
  expect(found.map(({ email }) => email)).toEqual([left.email])
})

test('those of a wave are without who was lowered to nothing in it', async () => {
  const { db } = testShop
  const released = await aRelease(db, { waves: [-30, 30] })
  const [first, other, none] = [await aMember(db), await aMember(db), await aMember(db)]
  await allocate(db, released, first, 2)
  await allocate(db, released, other, 2, 1)
  await allocate(db, released, none, 0)
  const audience = { ...everybody, waveId: released.waves[0]! }
  const campaign = { id: randomUUID(), releaseId: released.release.id, audience }
  const found = await candidatesOf(db, campaign, noHash, { only: null, at: new Date() })
  expect(found.map(({ email }) => email)).toEqual([first.email])
})

test('who has not ordered in a release is nobody where there is none', async () => {
  const { db } = testShop
  const audience = { ...everybody, ordered: 'no' } as const
  const ask = (releaseId: string | null) =>
    candidatesOf(db, { id: randomUUID(), releaseId, audience }, noHash, {
      only: null,
      at: new Date(),
    })
  const { release } = await aRelease(db)
  expect((await ask(release.id)).length).toBeGreaterThan(300)
  expect(await ask(null)).toEqual([])
})

test('an order of the same wine outside the release is none of it', async () => {
  const { db } = testShop
  const [{ release, wine }, { release: rest }] = [await aRelease(db), await aRelease(db)]
  const { id, email } = await aMember(db)
  const bought = await seedOrder(db, { id, email, firstName: 'Ana', lastName: 'Ruiz' }, 1, 1)
  await db.update(orders).set({ createdAt: new Date() }).where(eq(orders.id, bought))
  const soldIn = (releaseId: string | null) =>
    db.update(orderLines).set({ productId: wine, releaseId }).where(eq(orderLines.orderId, bought))
  const ask = (ordered: 'yes' | 'no') =>
    candidatesOf(
      db,
      { id: randomUUID(), releaseId: release.id, audience: { ...everybody, ordered } },
      noHash,
      { only: [email], at: new Date() },
    )
  for (const other of [null, rest.id]) {
    await soldIn(other)
    expect([(await ask('no')).length, (await ask('yes')).length]).toEqual([1, 0])
  }
  await soldIn(release.id)
  expect([(await ask('no')).length, (await ask('yes')).length]).toEqual([0, 1])
})

test('a record of the list is written to beside an account that is not confirmed, unless that is of staff', async () => {
  const { db } = testShop
  const campaign = { id: randomUUID(), releaseId: null, audience: everybody }
  const people = await Promise.all(
    (['member', 'staff'] as const).map(async (role) => {
      const { email } = await aMember(db, { role, emailVerified: false })
      await db.insert(mailingListClients).values({
        ...{ email, fullName: 'Bea Gil', firstName: 'Bea', consentSource: 'test' },
        consentWording: 'yes',
      })
      return email
    }),
  )
  const found = await candidatesOf(db, campaign, noHash, { only: people, at: new Date() })
  expect(found.map(({ email }) => email)).toEqual([people[0]])
})
