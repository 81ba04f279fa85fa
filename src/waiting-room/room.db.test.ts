import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { aRelease, allocate } from '#tests/harness/a-release.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'

import type { Caller } from './caller.server.ts'
import { closeLine } from './move-line.store.server.ts'
import { giveUp } from './places.store.server.ts'
import type { Answer, WaitingRoom } from './room.server.ts'
import { waitingRoom } from './room.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
afterEach(() => testShop.db.transaction((tx) => closeLine(tx, shopUrl)))

const shopUrl = 'https://shop.example'
const noChanges = { watch: () => () => {}, close: async () => {} }
const quiet = { info() {}, warn() {}, error() {} }

/** A process of the shop; its seconds pass when the test says so. */
const aRoom = (capacity = 20, secret = 'a secret of the tests, long enough for it') =>
  waitingRoom({
    db: testShop.db,
    changes: noChanges,
    log: quiet,
    secret,
    publicUrl: shopUrl,
    capacity,
    connectionsWaitedFor: () => 0,
  })

let people = 0
/** A visitor of an offer with a network of their own. */
function visitor(changes: Partial<Caller> = {}): Caller {
  people += 1
  const address = `198.51.${Math.floor(people / 250)}.${people % 250}`
  return {
    url: '/offering',
    agent: `Browser ${people}`,
    address,
    session: undefined,
    pass: undefined,
    ...changes,
  }
}

/** Asks, and keeps the cookie as a browser does. */
async function ask(room: WaitingRoom, caller: Caller): Promise<Answer> {
  const answer = await room.gate(caller)
  if (answer.kind !== 'robot' && answer.cookie) caller.pass = answer.cookie
  return answer
}
const placeOf = (answer: Answer) => (answer.kind === 'wait' ? answer.place : answer.kind)

async function second(...rooms: WaitingRoom[]): Promise<void> {
  await testShop.db.execute(sql`update waiting_line set moved_at = now() - interval '1 second'`)
  for (const room of rooms) await room.move()
}
const later = (seconds: number) =>
  testShop.db.execute(sql`
    update waiting_places set turn_at = turn_at - make_interval(secs => ${seconds}),
      until = until - make_interval(secs => ${seconds})`)

/** An open line of this capacity, and as many who are in. */
async function fullShop(room: WaitingRoom, capacity: number): Promise<Caller[]> {
  await room.open({ why: 'staff', capacity, fixedCapacity: capacity })
  const shoppers = Array.from({ length: capacity }, () => visitor())
  for (const each of shoppers) await ask(room, each)
  await second(room)
  for (const each of shoppers) expect(placeOf(await ask(room, each))).toBe('pass')
  return shoppers
}

test('below the capacity there is no cookie, and the database is not asked', async () => {
  const room = waitingRoom({
    db: new Proxy({} as typeof testShop.db, {
      get: () => {
        throw new Error('asked')
      },
    }),
    changes: noChanges,
    log: quiet,
    secret: 'x',
    publicUrl: shopUrl,
    capacity: 500,
    connectionsWaitedFor: () => 0,
  })
  for (let shopper = 0; shopper < 50; shopper++) {
    expect(room.gate(visitor())).toEqual({ kind: 'pass' })
  }
})

test.each([
  { processes: 1, waitsForOthers: false },
  { processes: 2, waitsForOthers: true },
])(
  'with $processes processes the first number waits for the others: $waitsForOthers',
  async (of) => {
    const room = aRoom(1)
    room.shareWith(of.processes)
    await room.open({ why: 'staff', capacity: 1, fixedCapacity: 1 })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const arriving = ask(room, visitor())
    expect(timers.mock.calls.map(([, delay]) => delay! > 10)).toEqual([of.waitsForOthers])
    timers.mockRestore()
    expect(placeOf(await arriving)).toBe(1)
  },
)

test('who goes from one process to another is one shopper', async () => {
  const rooms = [aRoom(20), aRoom(20)]
  for (const room of rooms) room.shareWith(2)
  const goesTo = async (each: Caller) => {
    const answers = []
    for (const room of rooms) answers.push(placeOf(await ask(room, each)))
    // Whom a process was the first to name, it has to have named before.
    for (const room of [...rooms, ...rooms]) await room.count()
    return answers
  }
  for (let shopper = 0; shopper < 20; shopper++) {
    expect(await goesTo(visitor())).toEqual(['pass', 'pass'])
  }
  expect(placeOf(await ask(rooms[0]!, visitor()))).toBe(1)
  await second(rooms[0]!)
  expect(rooms[0]!.figures()).toMatchObject({ inside: 20, waiting: 1 })
})

test('who came since all were counted may have come to each process, and an old count says nothing', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [one, other] = [aRoom(20), aRoom(20)]
  for (const room of [one, other]) room.shareWith(2)
  for (let shopper = 0; shopper < 10; shopper++) {
    const each = visitor()
    for (const room of [one, other]) expect(placeOf(await ask(room, each))).toBe('pass')
  }
  for (const room of [one, other, one]) await room.count()
  for (let shopper = 0; shopper < 5; shopper++) {
    expect(placeOf(await ask(one, visitor()))).toBe('pass')
  }
  vi.advanceTimersByTime(3_001)
  // The tenth was the last of this one's share.
  expect(placeOf(await ask(other, visitor()))).toBe(1)
  await testShop.db.transaction((tx) => closeLine(tx, shopUrl))
  await one.learn()
  for (const room of [one, one]) await room.count()
  expect(placeOf(await ask(one, visitor()))).toBe('pass')
  vi.useRealTimers()
})

test('a rush to several processes at once lets in no more than the capacity', async () => {
  const [one, other] = [aRoom(20), aRoom(20)]
  for (const room of [one, other]) room.shareWith(2)
  for (let shopper = 0; shopper < 9; shopper++) {
    for (const room of [one, other]) await ask(room, visitor())
  }
  // The other has yet to say who is there.
  await one.count()
  const places = []
  for (let shopper = 0; shopper < 6; shopper++) places.push(placeOf(await ask(one, visitor())))
  expect(places).toEqual(['pass', 1, 2, 3, 4, 5])
  expect(placeOf(await ask(other, visitor()))).toBe('pass')
  expect(placeOf(await ask(other, visitor()))).toBe(6)
  await second(one, other)
  expect(one.figures()).toMatchObject({ inside: 20, waiting: 6 })
})

test('a process that comes back lets nobody into a shop that is full', async () => {
  const [one, other] = [aRoom(20), aRoom(20)]
  for (let shopper = 0; shopper < 20; shopper++) await ask(one, visitor())
  for (const room of [one, other]) room.shareWith(2)
  await one.count()
  for (let shopper = 0; shopper < 5; shopper++) await ask(other, visitor())
  await other.count()
  expect(placeOf(await ask(other, visitor()))).toBe(1)
})

test('processes count their shoppers together without those who are gone, from half of their share on', async () => {
  const [one, other] = [aRoom(20), aRoom(20)]
  for (const room of [one, other]) room.shareWith(2)
  for (let shopper = 0; shopper < 4; shopper++) await ask(one, visitor())
  await one.count()
  const keys = () => testShop.db.execute(sql`select key from waiting_places`)
  expect((await keys()).rows).toEqual([])
  await ask(one, visitor())
  await one.count()
  expect((await keys()).rows).toHaveLength(5)
  await later(400)
  for (let shopper = 0; shopper < 5; shopper++) await ask(other, visitor())
  await other.count()
  expect((await keys()).rows).toHaveLength(5)
})

test('of sixty, twenty are in and forty have the places 1 to 40', async () => {
  const room = aRoom(20)
  const all = Array.from({ length: 60 }, () => visitor())
  const answers = await Promise.all(all.map((each) => ask(room, each)))
  expect(answers.slice(0, 20).map(placeOf)).toEqual(Array(20).fill('pass'))
  expect(answers.slice(20).map(placeOf)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  // A quick machine would let in more.
  await testShop.db.execute(sql`update waiting_line set fixed_capacity = 20`)
  await second(room)
  expect(room.figures()).toMatchObject({ inside: 20, waiting: 40, reserved: 0 })

  // Who leaves makes room for the next, and nobody else.
  room.noteLeft({ ...all[0]!, url: '/succes' })
  await second(room)
  await second(room)
  expect(room.news().letIn).toBe(1)
  expect(placeOf(await ask(room, all[20]!))).toBe('pass')
  expect(placeOf(await ask(room, all[21]!))).toBe(2)
})

test('who was in when the line opened stays in, in every process', async () => {
  const [one, other] = [aRoom(3), aRoom(3)]
  const inPayment = visitor()
  expect(await ask(one, inPayment)).toEqual({ kind: 'pass' })
  await one.open({ why: 'load', capacity: 1 })
  await other.learn()
  expect(placeOf(await ask(one, { ...inPayment }))).toBe('pass')
  expect(placeOf(await ask(other, { ...inPayment }))).toBe('pass')
  expect(placeOf(await ask(other, visitor()))).toBe(1)
})

test('who is in stays in where a process hears of the next line only as it moves it on, or fails once to take it over', async () => {
  const [one, other] = [aRoom(), aRoom()]
  const opening = { why: 'staff', capacity: 5, fixedCapacity: 5 } as const
  await one.open(opening)
  await other.learn()
  const shopper = visitor()
  await ask(other, shopper)
  await second(one, other)
  expect(placeOf(await ask(other, shopper))).toBe('pass')
  for (const fails of [false, true]) {
    await testShop.db.transaction((tx) => closeLine(tx, shopUrl))
    await one.learn()
    await one.open(opening)
    if (fails) {
      const away = vi.spyOn(testShop.db, 'execute').mockRejectedValueOnce(new Error('away'))
      await expect(other.learn()).rejects.toThrow('away')
      away.mockRestore()
    }
    await second(other)
    expect(placeOf(await ask(other, shopper))).toBe('pass')
    await second(other)
    expect(other.figures()).toMatchObject({ inside: 1, waiting: 0 })
  }
})

test('who pays when the line opens stays in as long as the process knows that began the payment', async () => {
  const [one, other] = [aRoom(3), aRoom(3)]
  const buyer = visitor()
  const url = '/api/create-checkout-session'
  expect(await ask(other, buyer)).toEqual({ kind: 'pass' })
  expect(await ask(one, { ...buyer, url })).toEqual({ kind: 'pass' })
  one.notePaying({ ...buyer, url })
  // A second tab does not end it, and who was refused goes on as any shopper.
  await ask(one, buyer)
  const refused = visitor({ url })
  await ask(one, refused)
  await other.open({ why: 'staff', capacity: 1, fixedCapacity: 1 })
  await one.learn()
  await later(600)
  const third = aRoom(3)
  await third.learn()
  expect(placeOf(await ask(third, buyer))).toBe('pass')
  expect(placeOf(await ask(third, refused))).toBe(1)
})

test('a shopper who is in and pays counts for as long as that takes, and stays so in a second tab', async () => {
  const room = aRoom()
  const [buyer, refused] = await fullShop(room, 2)
  const url = '/api/create-checkout-session'
  for (const each of [buyer!, refused!]) {
    // Nothing is longer before the shop has answered.
    expect(await ask(room, { ...each, url })).toEqual({ kind: 'pass' })
  }
  buyer!.pass = room.notePaying(buyer!)
  await ask(room, buyer!)
  await second(room)
  await later(600)
  await second(room)
  expect(room.figures()).toMatchObject({ inside: 1 })
})

test('two processes have one order of entry, and let in each place once', async () => {
  const [one, other] = [aRoom(), aRoom()]
  const shoppers = await fullShop(one, 4)
  await other.learn()
  const waiting = Array.from({ length: 12 }, () => visitor())
  const places: unknown[] = []
  for (const [at, each] of waiting.entries()) {
    places.push(placeOf(await ask(at % 2 ? one : other, each)))
  }
  expect(places).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
  for (const each of shoppers) one.noteLeft({ ...each, url: '/succes' })
  await second(one)
  // Both in the same second: only one moves the line.
  await testShop.db.execute(sql`update waiting_line set moved_at = now() - interval '1 second'`)
  await Promise.all([one.move(), other.move()])
  await Promise.all([one.move(), other.move()])
  expect([one.news().letIn, other.news().letIn]).toEqual([8, 8])
  const entered: unknown[] = []
  for (const [at, each] of waiting.entries()) {
    entered.push(placeOf(await ask(at % 2 ? other : one, each)))
  }
  expect(entered).toEqual(['pass', 'pass', 'pass', 'pass', 9, 10, 11, 12, 13, 14, 15, 16])
})

test.each(['/succes', '/logout'])(
  'who leaves by %s makes room at once in a process that has not seen them',
  async (url) => {
    const [one, other] = [aRoom(), aRoom()]
    const [shopper] = await fullShop(one, 1)
    const next = visitor()
    expect(placeOf(await ask(one, next))).toBe(2)
    await other.learn()
    expect(other.noteLeft({ ...shopper!, url })).toEqual({ kind: 'pass' })
    await second(other)
    await second(one)
    expect(placeOf(await ask(one, next))).toBe('pass')
    // Who goes on shopping stays in.
    expect(placeOf(await ask(other, shopper!))).toBe('pass')
  },
)

test('who was in when the line opened is not sent back by a process that has not seen them', async () => {
  const [one, other] = [aRoom(3), aRoom(3)]
  const buyer = visitor({ url: '/api/create-checkout-session' })
  expect(await ask(one, buyer)).toEqual({ kind: 'pass' })
  await one.open({ why: 'staff', capacity: 1, fixedCapacity: 1 })
  await other.learn()
  expect(other.noteLeft({ ...buyer, url: '/succes' })).toEqual({ kind: 'pass' })
  await second(other)
  expect(placeOf(await ask(other, { ...buyer, url: '/offering' }))).toBe('pass')
})

test('a place is kept through reload, a closed tab, another network and a restart', async () => {
  await fullShop(aRoom(), 1)
  const room = aRoom()
  await room.learn()
  const mine = visitor()
  expect(placeOf(await ask(room, mine))).toBe(2)
  expect(placeOf(await ask(room, mine))).toBe(2)
  expect(placeOf(await ask(room, { ...mine, address: '203.0.113.9' }))).toBe(2)
  const restarted = aRoom()
  await restarted.learn()
  expect(placeOf(await ask(restarted, mine))).toBe(2)
})

test('one account in ten browsers has one place, and another account its own', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const ana = await aMember(testShop.db, { emailVerified: true })
  for (let browser = 0; browser < 10; browser++) {
    const caller = visitor({ url: '/mono', session: await tokenOf(ana) })
    expect(placeOf(await ask(room, caller))).toBe(2)
  }
  const ben = await aMember(testShop.db, { emailVerified: true })
  const hers = visitor({ url: '/mono', session: await tokenOf(ben) })
  expect(placeOf(await ask(room, hers))).toBe(3)
  // A ticket that is copied from one account to another is not theirs.
  const copied = visitor({ url: '/mono', session: await tokenOf(ana), pass: hers.pass })
  expect(placeOf(await ask(room, copied))).toBe(2)
})

test('an account without a confirmed address has one place, too, in ten browsers of a network', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const eva = await aMember(testShop.db, { emailVerified: false })
  const network = visitor().address
  const places = []
  for (let browser = 0; browser < 10; browser++) {
    const caller = visitor({ url: '/mono', address: network, session: await tokenOf(eva) })
    places.push(placeOf(await ask(room, caller)))
  }
  expect(places).toEqual(Array(10).fill(2))
})

test('visitors and accounts without a confirmed address have a place each of their network, and keep it', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const { address } = visitor()
  const account = async () => {
    const member = await aMember(testShop.db, { emailVerified: false })
    return visitor({ address, session: await tokenOf(member) })
  }
  const all = [visitor({ address }), await account(), visitor({ address }), await account()]
  for (let more = 0; more < 5; more++) all.push(await account())
  for (const [at, each] of all.entries()) expect(placeOf(await ask(room, each))).toBe(at + 2)
  // In another browser, too, and for a visitor who logs in.
  for (const at of [1, 3, 8]) {
    const other = visitor({ address, session: all[at]!.session })
    expect(placeOf(await ask(room, other))).toBe(at + 2)
  }
  const { session } = await account()
  expect(placeOf(await ask(room, { ...all[2]!, session }))).toBe(4)
  expect(placeOf(await ask(room, visitor({ address, session })))).toBe(4)
  // Nobody else gets it by the same ticket.
  const again = { ...all[2]!, session: (await account()).session }
  expect(placeOf(await ask(room, again))).toBe(11)
})

test('two visitors of one network have a place each, also where two processes give them', async () => {
  const rooms = [aRoom(), aRoom()]
  await fullShop(rooms[0]!, 1)
  await rooms[1]!.learn()
  const { address } = visitor()
  const places = []
  for (let each = 0; each < 12; each++) {
    places.push(placeOf(await ask(rooms[each % 2]!, visitor({ address }))))
  }
  expect(places.slice(0, 10)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(places.slice(10).every((place) => Number(place) <= 11)).toBe(true)
})

test('a thousand visits without a cookie from one network have ten places', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const address = '192.0.2.77'
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => ask(room, visitor({ address }))),
  )
  expect(new Set(answers.map(placeOf)).size).toBe(10)
  expect(placeOf(await ask(room, visitor()))).toBe(12)
})

test('at the hour those who wait get their places by lot, and others come after them', async () => {
  const [one, other] = [aRoom(), aRoom()]
  const hour = new Date(Date.now() + 3_600_000)
  await one.open({ why: 'staff', capacity: 10, fixedCapacity: 10, opensAt: hour })
  await other.learn()
  const early = Array.from({ length: 500 }, () => visitor())
  await Promise.all(early.map((each, at) => ask(at % 2 ? one : other, each)))
  await second(one)
  expect(one.news()).toMatchObject({ letIn: 0, opensAt: hour.getTime() })
  await testShop.db.execute(sql`update waiting_line set opens_at = now()`)
  await second(one, other)
  await second(one, other)
  const late = visitor()
  expect(placeOf(await ask(other, late))).toBe(501)
  // Also from a process that has just started, and from the moment on in which one hears of the draw.
  const started = aRoom()
  await started.learn()
  const [mine] = early.slice(-1)
  const known = placeOf(await ask(other, mine!))
  expect(placeOf(await ask(started, mine!))).toBe(known)
  const { rows } = await testShop.db.execute<{ ticket: number; place: number }>(
    sql`select ticket, place from waiting_places where ticket <= 500 order by ticket`,
  )
  const drawn = rows.map(({ place }) => place)
  expect(drawn.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, at) => at + 1))
  expect(drawn.slice(0, 20)).not.toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(one.news()).toMatchObject({ letIn: 10, opensAt: null, drawnUpTo: 500 })
  let entered = 0
  for (const each of early) if ((await ask(one, each)).kind === 'pass') entered += 1
  expect(entered).toBe(10)
})

test('the line opened for a release waits for the hour at which that opens by now', async () => {
  const [one, other] = [aRoom(), aRoom()]
  const hour = (count: number) => new Date(Date.now() + count * 3_600_000)
  const { release } = await aRelease(testShop.db, { opensAt: hour(2), closesAt: hour(5) })
  const { id: releaseId, opensAt } = release
  await one.open({ why: 'staff', capacity: 1, fixedCapacity: 1, opensAt, releaseId })
  await other.learn()
  const early = visitor()
  await ask(one, early)
  const opensThen = async (at: Date) => {
    await testShop.db.execute(sql`update releases set opens_at = ${at} where id = ${releaseId}`)
    await second(one, other)
    return [one.news().opensAt, other.news().opensAt]
  }
  const delayed = hour(4)
  expect(await opensThen(delayed)).toEqual([delayed.getTime(), delayed.getTime()])
  expect(placeOf(await ask(one, early))).toBe(1)
  expect(await opensThen(hour(-1))).toEqual([null, null])
  expect(placeOf(await ask(other, early))).toBe('pass')
  await testShop.db.execute(sql`update releases set state = 'ended' where id = ${releaseId}`)
})

test('the line opened for a release that is paused at its hour waits until that goes on', async () => {
  const [one, other] = [aRoom(), aRoom()]
  const hour = (count: number) => new Date(Date.now() + count * 3_600_000)
  const { release } = await aRelease(testShop.db, { opensAt: hour(2), closesAt: hour(5) })
  const { id: releaseId, opensAt } = release
  await one.open({ why: 'staff', capacity: 1, fixedCapacity: 1, opensAt, releaseId })
  await other.learn()
  const early = visitor()
  await ask(one, early)
  const set = async (state: string, at: Date) => {
    await testShop.db.execute(
      sql`update releases set state = ${state}, opens_at = ${at} where id = ${releaseId}`,
    )
    await second(one, other)
    return [one.news(), other.news()]
  }
  expect(await set('paused', hour(2))).toMatchObject([{ isHeld: false }, { isHeld: false }])
  const over = hour(-1)
  const news = { isHeld: true, isPaused: true, opensAt: over.getTime() }
  expect(await set('paused', over)).toMatchObject([news, news])
  expect(placeOf(await ask(one, early))).toBe(1)
  await one.learn()
  expect(one.news()).toMatchObject(news)
  const gone = { isHeld: false, isPaused: false, opensAt: null }
  expect(await set('scheduled', over)).toMatchObject([gone, gone])
  expect(placeOf(await ask(other, early))).toBe('pass')
  const midSale = { isHeld: false, isPaused: true }
  expect(await set('paused', over)).toMatchObject([midSale, midSale])
  await testShop.db.execute(sql`update releases set state = 'ended' where id = ${releaseId}`)
})

test('a forged, foreign, expired or future ticket gets a new number, and is no entry', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const foreign = aRoom(20, 'another secret of the tests, long enough')
  await foreign.learn()
  const other = visitor()
  await ask(foreign, other)
  const passes = [other.pass!, 't.x.1.1.1.1.1.1.1.forged', 'x'.repeat(5_000), `${other.pass}=`]
  for (const [at, pass] of passes.entries()) {
    expect(placeOf(await ask(room, visitor({ pass })))).toBe(3 + at)
  }
  expect(room.counts.refused).toBe(4)
  // Of an earlier line.
  const mine = visitor()
  await ask(room, mine)
  await testShop.db.transaction((tx) => closeLine(tx, shopUrl))
  const next = aRoom()
  await fullShop(next, 1)
  expect(placeOf(await ask(next, mine))).toBe(2)
})

test('a ticket that was copied lets one browser in', async () => {
  const room = aRoom()
  const [shopper] = await fullShop(room, 1)
  const first = visitor()
  await ask(room, first)
  const copy = { ...first, address: '203.0.113.77' }
  room.noteLeft({ ...shopper!, url: '/succes' })
  await second(room)
  await second(room)
  const ticket = first.pass
  expect(placeOf(await ask(room, first))).toBe('pass')
  expect(await ask(room, copy)).toMatchObject({ kind: 'wait', place: 3, lost: 'used' })
  // The answer with the admission may be lost on its way.
  expect(placeOf(await ask(room, { ...first, pass: ticket }))).toBe('pass')
})

test('the admission of one account lets no other account in, nor a visitor', async () => {
  const room = aRoom()
  const [shopper] = await fullShop(room, 1)
  const signedIn = async () => {
    const member = await aMember(testShop.db, { emailVerified: true })
    const cookie = await sessionCookie(testShop, member)
    return visitor({ url: '/mono', session: cookie.split('kohue.session=')[1]!.split('.')[0]! })
  }
  const [ana, ben] = [await signedIn(), await signedIn()]
  expect(placeOf(await ask(room, ana))).toBe(2)
  room.noteLeft({ ...shopper!, url: '/succes' })
  await second(room)
  await second(room)
  expect(placeOf(await ask(room, ana))).toBe('pass')
  expect(placeOf(await ask(room, { ...ben, pass: ana.pass }))).toBe(3)
  // Not with Ana's name of the browser and her network either.
  const { agent, address } = ana
  expect(placeOf(await ask(room, { ...ben, agent, address, pass: ana.pass }))).toBe(3)
  expect(placeOf(await ask(room, visitor({ agent, address, pass: ana.pass })))).toBe(4)
  expect(placeOf(await ask(room, ana))).toBe('pass')
})

test('the admission of a visitor goes on as that of the account that logs in, and of no other', async () => {
  const sessionOf = async () => {
    const member = await aMember(testShop.db, { emailVerified: true })
    return (await sessionCookie(testShop, member)).split('kohue.session=')[1]!.split('.')[0]!
  }
  const room = aRoom()
  const [before] = await fullShop(room, 1)
  const mine = visitor()
  expect(placeOf(await ask(room, mine))).toBe(2)
  const [ana, ben] = [await sessionOf(), await sessionOf()]
  const copy = before!.pass
  expect(placeOf(await ask(room, Object.assign(before!, { session: ana })))).toBe('pass')
  expect(placeOf(await ask(room, { ...before!, pass: copy }))).toBe('pass')
  const elsewhere = { pass: copy, session: ben, address: '203.0.113.80' }
  expect(await ask(room, { ...before!, ...elsewhere })).toMatchObject({ kind: 'wait', place: 3 })
  expect(placeOf(await ask(room, { ...before!, pass: copy, session: ben }))).toBe(3)

  await testShop.db.execute(sql`update waiting_line set fixed_capacity = 2`)
  await room.learn()
  await second(room)
  await second(room)
  expect(placeOf(await ask(room, mine))).toBe('pass')
  const [pass, session] = [mine.pass, await sessionOf()]
  const phone = { ...mine, session, address: '203.0.113.81' }
  expect(placeOf(await ask(room, phone))).toBe('pass')
  expect(placeOf(await ask(room, phone))).toBe('pass')
  expect(placeOf(await ask(room, { ...phone, pass }))).toBe('pass')
  const other = { ...phone, pass, session: await sessionOf() }
  expect(await ask(room, other)).toMatchObject({ kind: 'wait', place: 4, lost: 'used' })
})

test('of an admission that was copied, one browser is served in the end', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const room = aRoom()
  const [mine] = await fullShop(room, 1)
  const copy = { ...mine!, address: '203.0.113.78' }
  const after = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)
  for (let minute = 0; minute < 2; minute++) {
    after(20)
    expect(placeOf(await ask(room, mine!))).toBe('pass')
    after(1)
    expect(placeOf(await ask(room, mine!))).toBe('pass')
  }
  // Not a moment: requests with the earlier one may be under way.
  expect(placeOf(await ask(room, { ...copy }))).toBe('pass')
  after(16)
  expect(await ask(room, copy)).toMatchObject({ kind: 'wait', place: 2 })
  expect(placeOf(await ask(room, { ...mine!, address: '203.0.113.79' }))).toBe('pass')
  vi.useRealTimers()
})

/** The minutes after which a shopper who was let in does something, and those after which they go on to pay. */
test.each([
  ['who does nothing', [0], [], 4.9, 'pass'],
  ['who does nothing', [0], [], 5.1, 'wait'],
  ['who goes on shopping', [0, 4, 8, 12, 16, 20, 24, 28], [], 29.9, 'pass'],
  ['who goes on shopping', [0, 4, 8, 12, 16, 20, 24, 28], [], 30.1, 'wait'],
  ['who came to pay', [], [0], 32.9, 'pass'],
  ['who came to pay', [], [0], 33.1, 'wait'],
  ['who pays after some minutes', [0, 4, 8], [12], 44.9, 'pass'],
  ['who pays after some minutes', [0, 4, 8], [12], 45.1, 'wait'],
] as const)('a shopper %s (%j, %j) after %d minutes: %s', async (_who, shops, pays, after, is) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const room = aRoom()
  const [first] = await fullShop(room, 1)
  const [mine, next] = [visitor(), visitor()]
  expect(placeOf(await ask(room, mine))).toBe(2)
  room.noteLeft({ ...first!, url: '/logout' })
  await second(room)
  await second(room)
  const came = Date.now()
  const at = async (minute: number, url: string) => {
    vi.setSystemTime(came + minute * 60_000)
    return (await ask(room, Object.assign(mine, { url }))).kind
  }
  for (const minute of shops) expect(await at(minute, '/offering')).toBe('pass')
  for (const minute of pays) {
    expect(await at(minute, '/api/create-checkout-session')).toBe('pass')
    mine.pass = room.notePaying(mine)
  }
  expect(placeOf(await ask(room, next))).toBe(3)
  // For the database as much time passes.
  await later(after * 60)
  expect(await at(after, '/offering')).toBe(is)
  vi.useRealTimers()
})

test('visitors who hand the newest admission to each other come in from six networks', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const room = aRoom()
  const [mine] = await fullShop(room, 1)
  const took: (number | string)[] = []
  expect(placeOf(await ask(room, mine!))).toBe('pass')
  let { pass } = mine!
  for (let turn = 2; turn <= 9; turn++) {
    vi.setSystemTime(Date.now() + 20_000)
    const next = { ...mine!, pass, address: `203.0.113.${turn}` }
    took.push(placeOf(await ask(room, next)))
    if (took.at(-1) === 'pass') ({ pass } = next)
  }
  expect(took).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 2, 3, 4])
  // Whose admission it is goes on.
  expect(placeOf(await ask(room, { ...mine!, pass }))).toBe('pass')
  vi.useRealTimers()
})

test('a visitor who logs in keeps the place, as that of the account', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const ana = await aMember(testShop.db, { emailVerified: true })
  const session = (await sessionCookie(testShop, ana)).split('kohue.session=')[1]!.split('.')[0]!
  const mine = visitor()
  expect(placeOf(await ask(room, mine))).toBe(2)
  expect(placeOf(await ask(room, visitor()))).toBe(3)
  mine.session = session
  expect(placeOf(await ask(room, mine))).toBe(2)
  expect(placeOf(await ask(room, visitor({ session })))).toBe(2)
  // Another account in that browser has a place of its own.
  const ben = await aMember(testShop.db, { emailVerified: true })
  const bens = (await sessionCookie(testShop, ben)).split('kohue.session=')[1]!.split('.')[0]!
  expect(placeOf(await ask(room, { ...mine, session: bens }))).toBe(4)
  expect(placeOf(await ask(room, mine))).toBe(2)
  // A second place of a visitor is not theirs any more.
  const other = visitor()
  expect(placeOf(await ask(room, other))).toBe(5)
  expect(placeOf(await ask(room, { ...other, session }))).toBe(2)
})

test('the browsers of one network count as ten shoppers at most', async () => {
  const room = aRoom(20)
  for (let browser = 0; browser < 1_000; browser++) {
    expect(room.gate(visitor({ address: '192.0.2.78' }))).toEqual({ kind: 'pass' })
  }
})

test('a turn is lost after three minutes, which is said, and a late one waits for room', async () => {
  const room = aRoom()
  const [shopper] = await fullShop(room, 1)
  const [first, next] = [visitor(), visitor()]
  await ask(room, first)
  await ask(room, next)
  room.noteLeft({ ...shopper!, url: '/logout' })
  await second(room)
  await second(room)
  expect(room.news().letIn).toBe(2)
  // Their room is given to the next after half a minute.
  await later(40)
  await second(room)
  expect(placeOf(await ask(room, next))).toBe('pass')
  expect(placeOf(await ask(room, first))).toBe(2)
  await later(200)
  await second(room)
  expect(await ask(room, first)).toMatchObject({ kind: 'wait', place: 4, lost: 'late' })
})

test('a place is given up by who waits, not by who is in', async () => {
  const room = aRoom()
  const [shopper] = await fullShop(room, 1)
  const waiting = visitor()
  await ask(room, waiting)
  for (const ticket of [1, 2]) await giveUp(testShop.db, ticket)
  await second(room)
  expect(room.figures()).toMatchObject({ inside: 1, waiting: 0 })
  expect(placeOf(await ask(room, shopper!))).toBe('pass')
})

test('a paused line lets nobody in, and nobody loses a place', async () => {
  const room = aRoom()
  const [shopper] = await fullShop(room, 1)
  const mine = visitor()
  await ask(room, mine)
  await testShop.db.execute(sql`update waiting_line set is_paused = true`)
  room.noteLeft({ ...shopper!, url: '/succes' })
  await second(room)
  await second(room)
  expect(room.news()).toMatchObject({ isPaused: true, letIn: 1 })
  expect(placeOf(await ask(room, mine))).toBe(2)
})

test('robots wait nowhere', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  expect(await ask(room, visitor({ agent: 'Googlebot/2.1' }))).toEqual({ kind: 'robot' })
})

test('a line that closes lets everybody in and keeps nothing', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const mine = visitor()
  await ask(room, mine)
  await testShop.db.transaction((tx) => closeLine(tx, shopUrl))
  await room.move()
  expect(await ask(room, mine)).toEqual({ kind: 'pass' })
  const { rows } = await testShop.db.execute(sql`select key from waiting_places`)
  expect(rows).toEqual([])
})

const tokenOf = async (member: { id: string }) =>
  (await sessionCookie(testShop, member as never)).split('kohue.session=')[1]!.split('.')[0]!

const toldOf = async () => {
  const { rows } = await testShop.db.execute<{ recipient: string; props: unknown }>(
    sql`select recipient, props from mails where kind = 'waiting-line-closed'`,
  )
  return rows
}
const wishOf = (answer: Answer) => (answer.kind === 'wait' ? answer.pass?.wish : answer.kind)

test('who asked for an email gets one when the line closes, unless they came in before', async () => {
  const room = aRoom()
  const [shopper] = await fullShop(room, 1)
  const [ana, ben, eva] = [
    await aMember(testShop.db, { emailVerified: true }),
    await aMember(testShop.db, { emailVerified: true }),
    await aMember(testShop.db, { emailVerified: false }),
  ]
  const callers = []
  for (const member of [ana, ben, eva]) {
    callers.push(visitor({ url: '/mono', session: await tokenOf(member) }))
  }
  const [anas, bens, evas] = callers as [Caller, Caller, Caller]
  const before = []
  for (const caller of [bens, anas, evas]) before.push(wishOf(await ask(room, caller)))
  expect(before).toEqual(['may', 'may', 'no'])

  expect(await room.askForEmail(evas)).toBeNull()
  expect(await room.askForEmail(visitor())).toBeNull()
  for (const caller of [anas, bens, anas]) {
    const asked = await room.askForEmail(caller)
    caller.pass = asked!
    expect(wishOf(await ask(room, caller))).toBe('asked')
  }
  // In another browser, too.
  const other = visitor({ url: '/mono', session: anas.session })
  expect(wishOf(await ask(room, other))).toBe('asked')

  // Ben’s turn comes.
  room.noteLeft({ ...shopper!, url: '/succes' })
  await second(room)
  await second(room)
  expect(placeOf(await ask(room, bens))).toBe('pass')
  expect(await toldOf()).toEqual([])

  await testShop.db.transaction((tx) => closeLine(tx, shopUrl))
  expect(await toldOf()).toEqual([
    {
      recipient: ana.email,
      props: {
        firstName: 'Ana',
        closedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        wines: [{ title: '2022 Malbec, 3-pack of 750ml', left: 'enough' }],
        link: 'https://shop.example/mono',
      },
    },
  ])
  // Once.
  await testShop.db.transaction((tx) => closeLine(tx, shopUrl))
  expect(await toldOf()).toHaveLength(1)
})

test('nobody is written to at an address that is confirmed no more', async () => {
  const { db } = testShop
  await db.execute(sql`delete from mails`)
  const room = aRoom()
  await fullShop(room, 1)
  const ana = await aMember(db, { emailVerified: true })
  const hers = visitor({ url: '/mono', session: await tokenOf(ana) })
  await ask(room, hers)
  expect(await room.askForEmail(hers)).not.toBeNull()
  await db.execute(sql`update users set email_verified = false where id = ${ana.id}`)
  await db.transaction((tx) => closeLine(tx, shopUrl))
  expect(await toldOf()).toEqual([])
})

test('nobody is written to of a line that was closed when they asked', async () => {
  const room = aRoom()
  await fullShop(room, 1)
  const ana = await aMember(testShop.db, { emailVerified: true })
  const hers = visitor({ url: '/mono', session: await tokenOf(ana) })
  await ask(room, hers)
  await testShop.db.transaction((tx) => closeLine(tx, shopUrl))
  expect(await room.askForEmail(hers)).toBeNull()
})

test('who waits is told what is kept until the first of it is not', async () => {
  const { db } = testShop
  const [first, last] = ['2031-12-01T08:00:00.000Z', '2031-12-13T08:00:00.000Z']
  const ana = await aMember(db, { emailVerified: true })
  for (const [promiseUntil, units] of [
    [last, 2],
    [first, 1],
  ] as const) {
    const closesAt = new Date('2032-01-01T08:00:00Z')
    const made = await aRelease(db, { closesAt, promiseUntil: new Date(promiseUntil) })
    await allocate(db, made, ana, units)
  }
  const room = aRoom()
  await fullShop(room, 1)
  const answer = await ask(room, visitor({ session: await tokenOf(ana) }))
  expect(answer).toMatchObject({ pass: { kept: 3, keptUntil: Date.parse(first) } })
})

test('who waits for long is not told of cases that staff have withdrawn, and keeps the place', async () => {
  const { db } = testShop
  const ana = await aMember(db, { emailVerified: true })
  const id = await allocate(db, await aRelease(db), ana, 4)
  const room = aRoom()
  await fullShop(room, 1)
  const hers = visitor({ session: await tokenOf(ana) })
  expect(await ask(room, hers)).toMatchObject({ place: 2, pass: { kept: 4 } })
  await db.execute(sql`update allocations set units = 1 where id = ${id}`)
  // Read once a minute at most, however often the page is loaded.
  expect(await ask(room, hers)).toMatchObject({ place: 2, pass: { kept: 4 } })
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  expect(await ask(room, hers)).toMatchObject({ place: 2, pass: { kept: 1 } })
  await db.execute(sql`delete from allocations where id = ${id}`)
  expect(await ask(room, hers)).toMatchObject({ place: 2, pass: { kept: 1 } })
  clock.mockReturnValue(Date.now() + 61_000)
  expect(await ask(room, hers)).toMatchObject({ place: 2, pass: { kept: 0, keptUntil: 0 } })
  clock.mockRestore()
})
