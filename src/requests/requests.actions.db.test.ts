import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { mails } from '#mail/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import { countStatements } from '#tests/harness/statements.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { confirmSubscription, declineRequest, grantClub } from './answer-requests.actions.server.ts'
import { summaryOfLine } from './line.store.server.ts'
import {
  changeOwnRequest,
  stayInLine,
  viewOwnRequests,
  withdrawRequest,
} from './own-requests.actions.server.ts'
import { declineInLine, viewQueue } from './queues/queue.actions.server.ts'
import { saveRequestQueue } from './queues/request-queues.store.server.ts'
import { requestAnswers, requests } from './tables.ts'

const wine = 'malbec-2021'
let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
  await turnSwitch(testShop.db, 'answer-requests', true)
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await testShop.db.delete(requests)
  await testShop.db.delete(mails)
})

async function aBuyer() {
  const { id } = await aMember(testShop.db)
  return (await userById(testShop.db, id))!
}

const rows = () => testShop.db.select().from(requests).orderBy(asc(requests.number))
const emailsOf = async (kind: string) =>
  testShop.db.select().from(mails).where(eq(mails.kind, kind)).orderBy(asc(mails.recipient))

/** That many people in line for the wine, first come first. */
async function aLineOf(length: number) {
  const people = []
  for (let index = 0; index < length; index++) {
    const person = await aBuyer()
    await testShop.shop.requestWine(person, wine)
    people.push(person)
  }
  return people
}

const notOpen = {
  ...{ ok: false, status: 409 },
  sentence: 'This is no longer open. Below is how it stands now.',
}

const own = async (person: User) => (await viewOwnRequests(testShop.services, person))!

describe('asking', () => {
  test('for a wine twice in a minute is one request and one email', async () => {
    const buyer = await aBuyer()
    expect(await testShop.shop.requestWine(buyer, wine)).toBe(true)
    expect(await testShop.shop.requestWine(buyer, wine)).toBe(true)
    expect(await rows()).toMatchObject([
      { kind: 'wine', userId: buyer.id, productId: wine, units: 1, state: 'open' },
    ])
    expect(await emailsOf('interested')).toHaveLength(1)
    // Without it staff could grant nothing yet.
    expect(await isJobQueued(testShop.db, `price:${wine}`)).toBe(true)
    // Another wine is another request, the same day.
    expect(await testShop.shop.requestWine(buyer, 'malbec-2022')).toBe(true)
    expect((await rows()).map(({ productId }) => productId)).toEqual([wine, 'malbec-2022'])
    expect(await emailsOf('interested')).toHaveLength(2)
  })

  test('again after it was withdrawn, or declined, is a request again, with no second email', async () => {
    const { services, shop } = testShop
    const buyer = await aBuyer()
    await shop.requestWine(buyer, wine)
    await shop.askAboutClub(buyer)
    for (const { number } of await rows()) {
      expect(await withdrawRequest(services, buyer as never, { number })).toMatchObject({
        ok: true,
      })
    }
    await shop.requestWine(buyer, wine)
    await shop.askAboutClub(buyer)
    expect((await rows()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'wine withdrawn',
      'club withdrawn',
      'wine open',
      'club open',
    ])
    expect(await emailsOf('interested')).toHaveLength(1)
    expect(await emailsOf('wildcard')).toHaveLength(1)
  })

  test('again on another day notes that, and keeps the position', async () => {
    const buyer = await aBuyer()
    await testShop.shop.requestWine(buyer, wine)
    const [before] = await rows()
    await testShop.db.execute(sql`delete from attempts`)
    await testShop.shop.requestWine(buyer, wine)
    const [after] = await rows()
    expect(after).toMatchObject({ id: before!.id, queuedAt: before!.queuedAt })
    expect(after!.askedAgainAt).not.toBeNull()
  })

  test('for the club and about the subscription is recorded beside the email', async () => {
    const buyer = await aBuyer()
    await testShop.shop.askAboutClub(buyer)
    await testShop.shop.changeSubscription(buyer, 'inactive')
    expect(await rows()).toMatchObject([
      { kind: 'club', state: 'open' },
      { kind: 'subscription', text: 'inactive', state: 'open' },
    ])
    expect(await emailsOf('wildcard')).toHaveLength(2)
  })
})

describe('the place in line', () => {
  test('is exact, and moves up when an earlier request is withdrawn', async () => {
    const people = await aLineOf(5)
    expect((await own(people[3]!))[0]!.position).toEqual({ place: 4, of: 5 })
    const [third] = await own(people[2]!)
    const { number } = third!
    const withdrawn = withdrawRequest(testShop.services, people[2]!, { number })
    expect(await withdrawn).toMatchObject({ ok: true })
    expect((await own(people[3]!))[0]!.position).toEqual({ place: 3, of: 4 })
    expect((await own(people[2]!))[0]).toMatchObject({ state: 'withdrawn', position: null })
    const { id } = (await rows()).find((one) => one.number === number)!
    const answer = { request: [id], text: 'No.' }
    expect(await declineInLine(testShop.services, staff, answer)).toMatchObject(notOpen)
  })

  test('stays when the person asks for fewer, and is the last when they ask for more', async () => {
    const people = await aLineOf(3)
    const change = async (units: string) => {
      const { number, version } = (await own(people[0]!))[0]!
      return changeOwnRequest(testShop.services, people[0]!, { number, version, units })
    }
    for (const units of ['0', '13', '', '1e1', '0x2', '1.0']) {
      expect(await change(units)).toMatchObject({ ok: false, status: 400 })
    }
    expect(await change('1')).toMatchObject({ ok: true })
    expect((await own(people[0]!))[0]!.position!.place).toBe(1)
    expect(await change('4')).toMatchObject({ ok: true })
    expect((await own(people[0]!))[0]!.position!.place).toBe(3)
    expect(await change('2')).toMatchObject({ ok: true })
    expect((await own(people[0]!))[0]!.position!.place).toBe(3)
  })

  test('is looked up of open requests alone, however many were answered', async () => {
    const [buyer] = await aLineOf(1)
    const statements = async () => (await countStatements(() => own(buyer!))).statements
    const before = await statements()
    const closed = Array.from({ length: 5 }, () => ({
      ...{ kind: 'wine' as const, userId: buyer!.id, productId: wine, state: 'taken' as const },
    }))
    await testShop.db.insert(requests).values(closed)
    expect(await own(buyer!)).toHaveLength(6)
    expect(await statements()).toBe(before)
  })

  test('is not shown where the queue hides it, or where rules decide', async () => {
    const [person] = await aLineOf(1)
    const queue = { isOpen: false, mostPerPerson: 3, isAutomatic: false }
    const hidden = { ...queue, showsPosition: false, order: 'first-asked' as const, version: 0 }
    await saveRequestQueue(testShop.db, wine, hidden)
    expect((await own(person!))[0]!.position).toBeNull()
    const byRules = { ...queue, showsPosition: true, order: 'rules-first' as const, version: 1 }
    expect(await saveRequestQueue(testShop.db, wine, byRules)).toBe(true)
    expect((await own(person!))[0]!.position).toBeNull()
    await testShop.db.execute(sql`delete from request_queues`)
  })
})

describe('the line that staff see', () => {
  test('has everyone in the order of the queue, with what helps to decide, in pages of twenty', async () => {
    const people = await aLineOf(22)
    const last = people.at(-1)!
    await testShop.db.execute(sql`update users set membership = true, membership_level = 12,
      state = 'UT' where id = ${last.id}`)
    // A level without a membership counts as none.
    await testShop.db.execute(sql`update users set membership = false, membership_level = 6
      where id = ${people[20]!.id}`)
    const view = async (page?: number) => (await viewQueue(testShop.services, wine, page))!
    const first = await view()
    expect(first).toMatchObject({ waiting: 22, asked: 22, line: { page: 1, pages: 2 } })
    expect(first.line.people.map(({ userId }) => userId)).toEqual(
      people.slice(0, 20).map(({ id }) => id),
    )
    const { line } = await view(9)
    expect(line).toMatchObject({
      page: 2,
      people: [
        { place: 21, level: 0, units: 1 },
        { place: 22, userId: last.id, level: 12, state: 'UT', isServed: false, bought: 0 },
      ],
    })
    expect(line.people[1]!.askedAt).toBeInstanceOf(Date)
    // A merged account, which waits for its erasure, is in no line.
    await testShop.db.execute(sql`update requests set state = 'waiting'
      where user_id in (${people[0]!.id}, ${people[1]!.id})`)
    await testShop.db.execute(sql`update users set erase_at = now() + interval '9 days'
      where id in (${people[0]!.id}, ${last.id})`)
    expect(await view()).toMatchObject({ waiting: 19, waitingForLater: 1 })
  })
})

describe('another person’s request', () => {
  test('can neither be withdrawn nor changed by its number', async () => {
    const [person, other] = await aLineOf(2)
    const [request] = await own(person!)
    const { number, version } = request!
    const { services } = testShop
    const notFound = { ok: false, status: 404 }
    expect(await withdrawRequest(services, other!, { number })).toMatchObject(notFound)
    const wish = { number, version, units: '2', text: 'mine' }
    expect(await changeOwnRequest(services, other!, wish)).toMatchObject(notFound)
    expect((await own(person!))[0]).toMatchObject({ state: 'open', units: 1, text: '' })
  })

  test('goes with its person, answers included', async () => {
    const [person] = await aLineOf(1)
    const [request] = await rows()
    await declineInLine(testShop.services, staff, {
      request: [request!.id],
      text: 'No more.',
      keepsPlace: false,
    })
    await testShop.db.execute(sql`delete from users where id = ${person!.id}`)
    expect(await rows()).toEqual([])
    expect(await testShop.db.select().from(requestAnswers)).toEqual([])
  })
})

describe('declining', () => {
  test('forty at once writes forty answers, forty emails and forty log entries, once', async () => {
    await aLineOf(40)
    const ids = (await rows()).map(({ id }) => id)
    const decline = () =>
      declineInLine(testShop.services, staff, { request: ids, text: ' All gone. ' })
    const both = await Promise.all([decline(), decline()])
    expect(both).toContainEqual(expect.objectContaining({ ok: true, done: { declined: 40 } }))
    expect(both).toContainEqual(expect.objectContaining(notOpen))
    expect(await emailsOf('request-declined')).toHaveLength(40)
    const answers = await testShop.db.select().from(requestAnswers)
    expect(answers).toHaveLength(40)
    expect(answers[0]).toMatchObject({
      verdict: 'declined',
      text: 'All gone.',
      byEmail: staff.email,
    })
  })

  test('declines all in line for a wine, exactly those whom staff saw, once', async () => {
    await aLineOf(3)
    const answer = { productId: wine, all: 'on', text: 'All gone.' }
    const all = (mark: string) => declineInLine(testShop.services, staff, { mark, ...answer })
    const changed = { status: 409, sentence: expect.stringContaining('joined or left the line') }
    const seen = await summaryOfLine(testShop.db, wine)
    // As many as before, and not the same: one leaves, another comes.
    await testShop.db.execute(sql`update requests set state = 'withdrawn'
      where id = (select id from requests where state = 'open' limit 1)`)
    await aLineOf(1)
    expect(await summaryOfLine(testShop.db, wine)).toMatchObject({ waiting: seen.waiting })
    expect(await all(seen.mark)).toMatchObject(changed)
    expect(await emailsOf('request-declined')).toEqual([])
    const { mark } = await summaryOfLine(testShop.db, wine)
    const both = await Promise.all([all(mark), all(mark)])
    expect(both).toContainEqual(expect.objectContaining({ ok: true, done: { declined: 3 } }))
    expect(both).toContainEqual(expect.objectContaining(changed))
    expect(await emailsOf('request-declined')).toHaveLength(3)
    const byBuyer = declineInLine(testShop.services, await aBuyer(), { mark, ...answer })
    expect(await byBuyer).toMatchObject({ ok: false, status: 403 })
  })

  test('of what is no request is refused', async () => {
    const nothing = { request: ['no-id', crypto.randomUUID()], text: 'No.' }
    expect(await declineInLine(testShop.services, staff, nothing)).toMatchObject(notOpen)
    const unknown = declineRequest(testShop.services, staff, { number: 1, text: 'No.' })
    expect(await unknown).toMatchObject({ ok: false, status: 404 })
  })

  test('lets the person stay in line for the next vintage, where they asked first', async () => {
    const [person] = await aLineOf(1)
    const [before] = await rows()
    await declineInLine(testShop.services, staff, {
      request: [before!.id],
      text: 'Next year.',
      keepsPlace: false,
    })
    const { number } = before!
    const kept = stayInLine(testShop.services, person!, { number })
    expect(await kept).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([{ state: 'waiting', queuedAt: before!.queuedAt }])
    // It can be declined from there, and the newest answer is the one that is read.
    const last = declineRequest(testShop.services, staff, { number, text: 'It is over.' })
    expect(await last).toMatchObject({ ok: true })
    expect(await own(person!)).toMatchObject([
      { state: 'declined', answer: { text: 'It is over.' } },
    ])
  })

  test('of anything but wine leaves no line to stay in', async () => {
    const buyer = await aBuyer()
    await testShop.shop.askAboutClub(buyer)
    const { number } = (await rows())[0]!
    await declineRequest(testShop.services, staff, { number, text: 'No.' })
    const kept = stayInLine(testShop.services, buyer, { number })
    expect(await kept).toMatchObject({ ok: false, status: 409 })
    expect(await rows()).toMatchObject([{ state: 'declined' }])
  })

  test.each([
    [{ text: '  ' }, 'Please write an answer.'],
    [{ text: 'x'.repeat(601) }, 'No more than 600 letters.'],
  ])('%j is refused, and nobody is told', async ({ text }, sentence) => {
    await aLineOf(1)
    const [request] = await rows()
    const refused = await declineInLine(testShop.services, staff, {
      request: [request!.id],
      text,
      keepsPlace: false,
    })
    expect(refused).toMatchObject({ status: 400, errors: { text: sentence } })
    expect(await emailsOf('request-declined')).toEqual([])
  })

  test('is for staff alone', async () => {
    const [person] = await aLineOf(1)
    const [request] = await rows()
    const declining = { number: request!.number, text: 'No' }
    const refused = { ok: false, status: 403 }
    expect(await declineRequest(testShop.services, person!, declining)).toMatchObject(refused)
    const inLine = { request: [request!.id], text: 'No' }
    expect(await declineInLine(testShop.services, person!, inLine)).toMatchObject(refused)
  })
})

describe('the club and the subscription', () => {
  test('granting the club makes a member of that level, and welcomes them', async () => {
    const buyer = await aBuyer()
    await testShop.shop.askAboutClub(buyer)
    const [request] = await rows()
    const grant = (level: number) =>
      grantClub(testShop.services, staff, { number: request!.number, level })
    expect(await grant(7)).toMatchObject({
      status: 400,
      errors: { level: 'Please choose a level.' },
    })
    const self = { ...buyer, role: 'staff' as const, duties: ['support' as const] }
    const asked = { number: request!.number, level: 12 }
    expect(await grantClub(testShop.services, self, asked)).toMatchObject({
      sentence: 'This is for your own account. A colleague has to do this.',
    })
    expect(await grant(6)).toMatchObject({ ok: true })
    expect(await userById(testShop.db, buyer.id)).toMatchObject({
      membership: true,
      membershipLevel: 6,
    })
    const [welcome] = await emailsOf('club-welcome')
    expect(welcome).toMatchObject({ recipient: buyer.email, props: { level: 'Tupungato' } })
    expect(await grant(12)).toMatchObject(notOpen)
  })

  test('an active subscription of an address that is not confirmed is told to nobody again', async () => {
    const buyer = await aBuyer()
    await testShop.db.update(users).set({ emailVerified: false }).where(eq(users.id, buyer.id))
    const told = async (subscription: 'active' | 'inactive') => {
      await testShop.shop.changeSubscription(buyer, subscription)
      return (await emailsOf('wildcard')).length
    }
    expect([await told('inactive'), await told('active'), await told('active')]).toEqual([1, 2, 2])
    expect(await rows()).toMatchObject([{ kind: 'subscription', text: 'active' }])
  })

  test('the confirmation states the subscription as it is', async () => {
    const buyer = await aBuyer()
    await testShop.shop.changeSubscription(buyer, 'inactive')
    const [request] = await rows()
    const { number } = request!
    const confirmed = confirmSubscription(testShop.services, staff, { number })
    expect(await confirmed).toMatchObject({ ok: true })
    const [email] = await emailsOf('subscription-confirmed')
    expect(email).toMatchObject({ recipient: buyer.email, props: { isActive: false } })
    expect(await rows()).toMatchObject([{ state: 'taken' }])
    // As forms and the page's address have it: with its letter. A second press finds it ended.
    const again = confirmSubscription(testShop.services, staff, { number: `R-${number}` })
    expect(await again).toMatchObject(notOpen)
    expect(await emailsOf('subscription-confirmed')).toHaveLength(1)
  })
})

test('answers can be neither edited nor deleted', async () => {
  await aLineOf(1)
  const [request] = await rows()
  await declineInLine(testShop.services, staff, {
    request: [request!.id],
    text: 'No.',
    keepsPlace: false,
  })
  await expect(testShop.db.update(requestAnswers).set({ text: 'Yes.' })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('append-only') },
  })
  await expect(testShop.db.delete(requestAnswers)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('append-only') },
  })
})

test('the export has the requests with their answers, and nobody else’s', async () => {
  const [person] = await aLineOf(2)
  await testShop.shop.askAboutClub(person!)
  const [request] = await rows()
  await declineInLine(testShop.services, staff, {
    request: [request!.id],
    text: 'Not this year.',
    keepsPlace: true,
  })
  expect(await testShop.shop.exportPersonalData(person!)).toMatchObject({
    requests: [
      { kind: 'club', answers: [] },
      {
        number: request!.number,
        state: 'waiting',
        answers: [
          {
            at: expect.any(Date),
            ...{ verdict: 'waiting', units: null, text: 'Not this year.', until: null },
          },
        ],
      },
    ],
  })
})
