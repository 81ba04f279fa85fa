import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'

import { sessions } from '#accounts/sign-in/tables.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { askForEmail } from './accounts-in-line.store.server.ts'
import { arrive, enter, takeOver } from './entry.store.server.ts'
import { openLine, winesLeft } from './line.store.server.ts'
import { moveLine } from './move-line.store.server.ts'
import { drawnPlaces, giveUp } from './places.store.server.ts'
import {
  changeWaitingLine,
  closeWaitingLine,
  openForRelease,
  viewLine,
} from './steer-line.actions.server.ts'
import { shortHash } from './tickets.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
const shopUrl = 'https://shop.example'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() => {
  scenario = openScenario(testShop.db)
})

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

/** A customer, and the token of their login session. */
async function customer(name: string, isConfirmed = true) {
  const { db, services } = testShop
  const profile = { firstName: name, email: `${name}@example.com`, emailVerified: isConfirmed }
  const member = await aMember(db, profile)
  scenario.names[member.id] = name
  scenario.names[shortHash(`account:${member.id}`)] = `account-of-${name}`
  const cookie = await sessionCookie(testShop, { ...member, email: profile.email })
  const token = services.identity.tokenOf(new Headers({ cookie }))!
  return { ...member, token }
}

test('what becomes of those in line', async () => {
  const { db, services } = testShop
  const staff = await aStaffMember(db)
  Object.assign(scenario.names, { [staff.id]: 'Staff', [staff.email]: 'staff@' })
  const made = await aRelease(db, { name: 'Spring', stock: 100 })
  const coming = await aRelease(db, {
    name: 'Summer',
    opensAt: new Date(Date.now() + 3_600_000),
    closesAt: new Date(Date.now() + 7_200_000),
    waves: [60],
  })
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const at = (opens: number) => ({ opensAt: hour(opens), closesAt: hour(opens + 1), stock: 100 })
  const closed = await aRelease(db, { name: 'Fall', ...at(-2) })
  const far = await aRelease(db, { name: 'Next year', ...at(25) })
  const ended = await aRelease(db, { name: 'Winter', stock: 100 })
  // Of its wine nobody can say how much is left.
  const unlimited = await aRelease(db, { name: 'Without a limit', stock: null })
  for (const { release, wine } of [made, coming, closed, far, ended, unlimited])
    Object.assign(scenario.names, { [release.id]: release.name, [wine]: `${release.name}-wine` })
  const [ana, bea, cora] = [
    await customer('ana'),
    await customer('bea'),
    await customer('cora', false),
  ]
  await allocate(db, made, ana, 3)
  await allocate(db, ended, ana, 2)
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, ended.release.id))
  const seen = { tickets: new Map<number, number>(), browsers: new Map<string, number>() }
  const second =
    (later = seen) =>
    async () => {
      await db.execute(sql`update waiting_line set moved_at = now() - interval '1 second'`)
      const moved = await moveLine(db, shopUrl, later, 'steady')
      // It falls by fractions with the time between.
      await db.execute(sql`update waiting_line set pace = round(pace::numeric)`)
      return moved?.heads
    }
  const as =
    (browser: string, of: { token: string } | null, more: object = {}) =>
    async () => {
      const one = {
        token: of?.token ?? null,
        network: `net-${browser}`,
        browser,
        slot: 1,
        ticket: null,
      }
      const arrived = await arrive(db, [{ ...one, ...more }])
      // Which of a network's places an account has follows from its id.
      const { rows } = await db.execute<{ key: string }>(sql`select key from waiting_places`)
      for (const { key } of rows) scenario.names[key] = key.replace(/:\d+$/, ':#')
      return arrived?.map((each) =>
        each.isIn ? each : { ...each, keptUntil: new Date(each.keptUntil).toISOString() },
      )
    }
  await step('arrive before there is a line', as('b1', ana))
  const open = (id: string) => openForRelease(services, staff, { id })
  await step('open it for no release', () => open('none'))
  await step('open it for what is to come', () => open(coming.release.id))
  await step('open it again', () => open(made.release.id))
  await step('arrive', as('b1', ana))
  await step('arrive again in another browser', as('b2', ana))
  await step('unconfirmed', as('b3', cora))
  await step('a visitor', as('b4', null))
  await step('another visitor of that network', as('b5', null, { network: 'net-b4' }))
  await step('the other one gives up', () => giveUp(db, 4))
  await step('that visitor as a customer', as('b4', bea, { ticket: 3 }))
  await step('enter before the hour', () => enter(db, 1, 'b1'))
  await step('ask for an email', () => askForEmail(db, ana.token))
  await step('ask for it again', () => askForEmail(db, ana.token))
  await step('ask for one unconfirmed', () => askForEmail(db, cora.token))
  await step('a second before the hour', second())
  await step('the line for staff', () => viewLine(db))
  const steer = async (change: string, more: object = {}) =>
    changeWaitingLine(services, staff, { version: (await viewLine(db))!.version, change, ...more })
  await step('fix the pace', () => steer('pace', { capacity: '2', perMinute: '600' }))
  await step('fix more than there may be', () => steer('pace', { capacity: '100001' }))
  await step('fix as much as there may be', () => steer('pace', { capacity: '100000' }))
  await steer('pace', { capacity: '2', perMinute: '600' })
  await step('fix no pace', () => steer('pace', { capacity: '0' }))
  await step('over another version', () => steer('pause', { version: 99 }))
  await step('pause', () => steer('pause'))
  await db.execute(sql`update waiting_line set opens_at = now() - interval '1 second'`)
  // By lot, so that the order would differ each time.
  await second()()
  await db.execute(sql`update waiting_places set place = ticket where ticket is not null`)
  await step('the places that were drawn up to the second ticket', async () =>
    [...(await drawnPlaces(db, 2))].toSorted(([a], [b]) => a - b),
  )
  await step('a second while it is paused', second())
  await step('go on', () => steer('go-on'))
  await db.execute(sql`update waiting_line set owed = 2`)
  await step('a second', second())
  await step('enter', () => enter(db, 1, 'b1'))
  await step('enter again', () => enter(db, 1, 'b1'))
  await step('enter in another browser', () => enter(db, 1, 'b2'))
  await step('enter out of turn', () => enter(db, 4, 'b5'))
  await step('arrive once in', as('b1', ana))
  await step('a ticket that there is not', () => enter(db, 99, 'b9'))
  await step('take over as a customer', () =>
    takeOver(db, { ticket: 1, visitor: 'b1', account: 'ana' }),
  )
  await step('take it over as another', () =>
    takeOver(db, { ticket: 1, visitor: 'b1', account: 'bea' }),
  )
  await db.execute(sql`update waiting_places set until = now() - interval '1 s' where ticket = 1`)
  await step('take over what has ended', () =>
    takeOver(db, { ticket: 1, visitor: 'b1', account: 'ana' }),
  )
  const until = Date.now() + 20 * 60_000
  await step('who was seen', second({ tickets: new Map([[1, until]]), browsers: new Map() }))
  await step('give up who is in', () => giveUp(db, 1))
  await step('arrive late', as('b5', null))
  await step('give up who waits', () => giveUp(db, 5))
  const turnOf = (ticket: number, ago: string) =>
    db.execute(
      sql`update waiting_places set turn_at = now() - ${ago}::interval where ticket = ${ticket}`,
    )
  await turnOf(2, '3 minutes')
  const fix = (capacity: number) =>
    db.execute(sql`update waiting_line set fixed_capacity = ${capacity}`)
  await fix(1)
  await step('enter late in a full shop', () => enter(db, 2, 'b3'))
  await fix(2)
  await turnOf(2, '30 minutes')
  await step('a turn that is lost', second())
  await turnOf(3, '30 minutes')
  await step('another', second())
  await step('enter after it', () => enter(db, 2, 'b3'))
  await step('ask for an email late', () => askForEmail(db, bea.token))
  await db
    .update(sessions)
    .set({ expiresAt: hour(-1) })
    .where(eq(sessions.token, ana.token))
  await step('ask for one once logged out', () => askForEmail(db, ana.token))
  await step('the wines that are shown', async () =>
    (await winesLeft(db))
      .map(({ id, left, at: page }) => `${page}: ${scenario.names[id] ?? id} ${left}`)
      .toSorted(),
  )
  await step('close it over another version', () =>
    closeWaitingLine(services, staff, { version: 1 }),
  )
  await step('close it', async () =>
    closeWaitingLine(services, staff, { version: (await viewLine(db))!.version }),
  )
  await step('close it again', () => closeWaitingLine(services, staff, { version: 1 }))
  await step('the closed line', () => viewLine(db))
  await step('open it by itself', () =>
    db.transaction((tx) => openLine(tx, { why: 'load', capacity: 20 })),
  )
  await closeWaitingLine(services, staff, { version: (await viewLine(db))!.version })
  await step('open it for what is open', () => open(made.release.id))
  scenario.expectWritten('waiting-line')
})
