import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import type { Line } from './line.rules.ts'
import {
  admittedFor,
  bounds,
  fewShoppers,
  gateAt,
  idleAfter,
  isLeft,
  isPaymentBegun,
  isRobot,
  leftOf,
  networksPerAdmission,
  nextStep,
  addAnswered,
  noneAnswered,
  patience,
  paymentTakes,
  peopleAhead,
  placesPerNetwork,
  replacedAfter,
  roomIsKept,
  settlesFor,
  shoppersPerCore,
  speedOf,
  turnLasts,
  waitForStaff,
  waitInWords,
} from './line.rules.ts'

const now = new Date('2026-11-25T18:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

const line = (changes: Partial<Line> = {}): Line => ({
  number: 1,
  isOpen: true,
  why: 'shoppers',
  since: ago(60),
  opensAt: null,
  releaseId: null,
  drawnUpTo: 0,
  issued: 40,
  letIn: 0,
  capacity: 20,
  fixedCapacity: null,
  mostPerMinute: null,
  isPaused: false,
  isHeld: false,
  pace: 0,
  owed: 0,
  movedAt: ago(1),
  waitedAt: ago(1),
  slowAt: null,
  steadyAt: ago(1),
  turnsLost: 0,
  version: 1,
  ...changes,
})
const heads = (inside: number, reserved = 0, waiting = 40) => ({ inside, reserved, waiting })

test('times are minutes and seconds, and numbers small', () => {
  expect([idleAfter, admittedFor, paymentTakes, turnLasts]).toEqual([
    300_000, 1_800_000, 1_980_000, 180_000,
  ])
  expect([replacedAfter, roomIsKept, settlesFor]).toEqual([15_000, 30_000, 1_000])
  expect([networksPerAdmission, placesPerNetwork, shoppersPerCore, fewShoppers]).toEqual([
    6, 10, 100, 20,
  ])
  expect({ ...bounds, patience }).toEqual({
    ...{ slow: 300, fast: 150, loopDelay: 200, connections: 10, patience: 3 },
  })
})

test.each([
  ['/mono', 'signed-in'],
  ['/mono.data?_routes=x', 'signed-in'],
  ['/members', 'signed-in'],
  ['/members?view=current', 'signed-in'],
  ['/members.data?view=current&_routes=x', 'signed-in'],
  ['/MONO', 'signed-in'],
  ['//mono//', 'signed-in'],
  ['/m%6Fno', 'signed-in'],
  ['/Offering/Ship-To', 'anyone'],
  ['/purchase', 'signed-in'],
  ['/offer1/ship-to?quantity=2', 'anyone'],
  ['/api/create_user', 'anyone'],
  ['/cart', 'signed-in'],
  ['/ship/', 'signed-in'],
  ['/card?x=1', 'signed-in'],
  ['/offering', 'anyone'],
  ['/offer1', 'anyone'],
  ['/api/create-checkout-session', 'anyone'],
  ['/api/cardTokenCharge', 'anyone'],
  ['/', null],
  ['/login', null],
  ['/join', null],
  ['/succes', null],
  ['/members/orders/1042', null],
  ['/members/orders/1042/change/address', null],
  ['/order/abc/change/day', null],
  ['/members?view=orders&page=2', null],
  ['/members?view=account&edit=email', null],
  ['/members?view=dash', null],
  ['/members?view=membership', null],
  ['/cart?view=orders', 'signed-in'],
  ['/api/directlink-create-checkout-session', 'anyone'],
  ['/api/stripe_checkout', 'anyone'],
  ['/dashboard', null],
  ['/account/cards', null],
  ['/enter/abc', null],
  ['/success_offering', null],
  ['/api/stripe_check', null],
  ['/%', null],
  ['/members/interest', null],
  ['/account/security', null],
  ['/unsubscribe/abc', null],
  ['/admin/today', null],
  ['/api/stripe/webhook', null],
  ['/api/identity/sign-in', null],
  ['/healthz', null],
])('%s is gated for %s', (url, who) => {
  expect(gateAt(url)).toBe(who)
})

test('who thanks, or logs out, makes room', () => {
  expect(isLeft('/succes?session_id=1')).toBe(true)
  expect(isLeft('/logout')).toBe(true)
  expect(isLeft('/success_offering')).toBe(true)
  expect(isLeft('/mono')).toBe(false)
})

test('a payment begins where one is asked for', () => {
  expect(isPaymentBegun('/api/create-checkout-session')).toBe(true)
  expect(isPaymentBegun('/api/create-checkout-session?from=cart')).toBe(true)
  expect(isPaymentBegun('/api/cardTokenCharge')).toBe(true)
  expect(isPaymentBegun('/cart')).toBe(false)
})

test('as many get their turn as there is room for', () => {
  expect(nextStep(line(), heads(15, 2), now).turns).toBe(3)
  expect(nextStep(line(), heads(20), now).turns).toBe(0)
  expect(nextStep(line(), heads(25), now).turns).toBe(0)
  expect(nextStep(line(), heads(0, 0, 7), now).turns).toBe(7)
})

test('a paused line, and one before its hour, let nobody in', () => {
  expect(nextStep(line({ isPaused: true }), heads(0), now).turns).toBe(0)
  const before = nextStep(line({ opensAt: ago(-1) }), heads(0), now)
  expect(before).toMatchObject({ turns: 0, draws: false })
  expect(nextStep(line({ opensAt: ago(0) }), heads(0), now)).toMatchObject({
    turns: 20,
    draws: true,
  })
  const drawn = line({ opensAt: ago(9), drawnUpTo: 30 })
  expect(nextStep(drawn, heads(0), now).draws).toBe(false)
})

test('a line whose release is paused lets nobody in; at its hour it draws once the release goes on', () => {
  const held = (changes: Partial<Line> = {}) => line({ isHeld: true, opensAt: ago(60), ...changes })
  expect(nextStep(held(), heads(0), now)).toMatchObject({ turns: 0, draws: false })
  // It stays open though nobody waits, as before its hour.
  const empty = held({ waitedAt: ago(600) })
  expect(nextStep(empty, heads(0, 0, 0), now).closes).toBe(false)
  expect(nextStep({ ...empty, isHeld: false }, heads(0, 0, 0), now).closes).toBe(true)
  expect(nextStep(held({ isHeld: false }), heads(0), now)).toMatchObject({ turns: 20, draws: true })
  const begun = held({ drawnUpTo: 30, letIn: 12 })
  expect(nextStep(begun, heads(0), now)).toMatchObject({ turns: 0, draws: false })
  expect(nextStep({ ...begun, waitedAt: ago(600) }, heads(0, 0, 0), now).closes).toBe(true)
  // Opened once the hour was over.
  expect(nextStep(held({ opensAt: null }), heads(0), now).turns).toBe(0)
})

test('staff’s pace is kept over several seconds, parts of people too', () => {
  const first = nextStep(line({ mostPerMinute: 90 }), heads(0), now)
  expect(first).toMatchObject({ turns: 1, owed: 0.5 })
  expect(nextStep(line({ mostPerMinute: 90, owed: 0.5 }), heads(0), now)).toMatchObject({
    turns: 2,
    owed: 0,
  })
  // While nobody fits in it does not add up to a crowd.
  expect(nextStep(line({ mostPerMinute: 600 }), heads(20), now)).toMatchObject({
    turns: 0,
    owed: 1,
  })
})

test('the pace is that of the last half minute, by those who got their turn', () => {
  const pace = (changes: Partial<Line>, waiting: number) =>
    nextStep(line(changes), heads(0, 0, waiting), now).pace
  // Three in a second are 180 a minute, of which a second weighs a thirtieth.
  expect(pace({ pace: 30 }, 3)).toBeCloseTo(30 * (29 / 30) + 180 / 30)
  expect(pace({ pace: 30 }, 0)).toBeCloseTo(29)
  // Five seconds are the most that count, however long nothing moved.
  expect(pace({ pace: 30, movedAt: ago(5) }, 10)).toBeCloseTo(25 + 120 / 6)
  expect(pace({ pace: 30, movedAt: ago(60) }, 10)).toBeCloseTo(25 + 120 / 6)
  // Clocks that differ: nothing has passed.
  expect(pace({ pace: 30, movedAt: ago(-3) }, 10)).toBe(30)
  expect(pace({ pace: 30, movedAt: ago(0) }, 10)).toBe(30)
})

test('staff’s pace owes nobody a turn while the line is paused, or without one', () => {
  expect(nextStep(line({ mostPerMinute: 90, isPaused: true }), heads(0), now)).toMatchObject({
    turns: 0,
    owed: 0,
  })
  expect(nextStep(line(), heads(20, 0, 3), now).owed).toBe(0)
  expect(nextStep(line({ mostPerMinute: 120, movedAt: ago(9) }), heads(0), now).turns).toBe(10)
})

test('what is reserved fills the shop too, and a second and a half is the last second', () => {
  expect(nextStep(line({ steadyAt: null }), heads(18, 2), now).capacity).toBe(20.6)
  expect(nextStep(line({ steadyAt: ago(1.5) }), heads(20), now).capacity).toBe(20.6)
  expect(nextStep(line({ steadyAt: ago(1.4) }), heads(20), now).capacity).toBe(20)
  expect(nextStep(line({ slowAt: ago(1.5), steadyAt: ago(1) }), heads(3), now).capacity).toBe(20)
  expect(nextStep(line({ capacity: 5.2, slowAt: ago(1) }), heads(5), now).capacity).toBe(5)
})

test('places are drawn among those who are there', () => {
  const opened = line({ opensAt: ago(1) })
  expect(nextStep({ ...opened, issued: 1 }, heads(0), now).draws).toBe(true)
  expect(nextStep({ ...opened, issued: 0 }, heads(0), now).draws).toBe(false)
  expect(nextStep(line({ opensAt: null }), heads(0), now).draws).toBe(false)
})

test('the capacity falls by a tenth a second while the shop is slow, and rises slowly while it is full', () => {
  expect(nextStep(line({ slowAt: ago(1) }), heads(20), now).capacity).toBe(18)
  expect(nextStep(line({ slowAt: ago(5), steadyAt: null }), heads(20), now).capacity).toBe(20.6)
  expect(nextStep(line({ steadyAt: ago(1) }), heads(20), now).capacity).toBe(20)
  expect(nextStep(line({ steadyAt: null }), heads(3), now).capacity).toBe(20)
  expect(nextStep(line({ capacity: 5, slowAt: ago(1) }), heads(5), now).capacity).toBe(5)
  // What is measured goes on below a number that staff fixed, and holds again once they leave it out.
  const fixed = (capacity: number, changes: Partial<Line> = {}) =>
    nextStep(line({ fixedCapacity: capacity, ...changes }), heads(6, 0, 90), now)
  expect(fixed(7)).toMatchObject({ capacity: 20, turns: 1 })
  expect(fixed(90)).toMatchObject({ capacity: 20, turns: 84 })
  expect(fixed(90, { slowAt: ago(1) })).toMatchObject({ capacity: 18, turns: 84 })
})

/** The speed of a process that answered these requests in the last seconds, the newest last. */
const speedAfter = (seconds: readonly (readonly number[])[], { delay = 0, isBusy = false } = {}) =>
  speedOf(
    seconds.reduce((before, times) => addAnswered(before, times, delay), noneAnswered),
    isBusy,
  )

test('what a request waits before the process begins with it counts, too', () => {
  const times = [100, 100, 100, 100, 100]
  expect(speedAfter([times])).toBe('fast')
  expect(speedAfter([times], { delay: 60 })).toBe('steady')
  expect(speedAfter([times], { delay: 201 })).toBe('slow')
  expect(speedAfter([times], { isBusy: true })).toBe('slow')
})

test('a bound is not passed before it is, and what was before counts half', () => {
  const answered = (...times: number[]) => addAnswered(noneAnswered, times, 0)
  expect(answered(150, 151, 300, 301)).toEqual({ requests: 4, slow: 1, notFast: 3 })
  const before = { requests: 12, slow: 6, notFast: 8 }
  expect(addAnswered(before, [301], 0)).toEqual({ requests: 7, slow: 4, notFast: 5 })
})

test('one slow request shows nothing, and more than one in twenty do', () => {
  const fast = (count: number) => Array<number>(count).fill(40)
  expect(speedAfter([[301]])).toBe('fast')
  expect(speedAfter([[301, 301]])).toBe('slow')
  expect(speedAfter([[301, 301, ...fast(37)]])).toBe('slow')
  expect(speedAfter([[301, 301, ...fast(38)]])).toBe('fast')
  expect(speedAfter([[151, 151, ...fast(37)]])).toBe('steady')
})

test('a slow second is forgotten soon, and does not stop a line that lets in few', () => {
  const slow = Array<number>(10).fill(400)
  const second = [40, 40]
  expect(speedAfter([slow, second])).toBe('slow')
  expect(speedAfter([slow, second, second, second, second])).toBe('fast')
  // One shopper in this process, and then none.
  expect(speedAfter([[40]])).toBe('fast')
  expect(speedAfter([[]])).toBe('fast')
})

test('it closes once nobody waits and the shop is half empty, within a minute in any case', () => {
  const closes = (waited: number, inside: number, waiting = 0, reserved = 0) =>
    nextStep(line({ waitedAt: ago(waited) }), heads(inside, reserved, waiting), now).closes
  expect(closes(5, 0)).toBe(false)
  expect(closes(10, 0)).toBe(false)
  expect(closes(45, 20)).toBe(false)
  expect(closes(11, 10)).toBe(true)
  const paused = line({ waitedAt: ago(3_600), isPaused: true })
  expect(nextStep(paused, heads(0, 0, 0), now).closes).toBe(false)
  expect(closes(11, 11)).toBe(false)
  expect(closes(46, 20)).toBe(true)
  expect(closes(46, 20, 1)).toBe(false)
  expect(closes(46, 20, 0, 1)).toBe(false)
})

test('a line of an hour to come stays open with nobody in it', () => {
  const before = line({ opensAt: ago(-600), waitedAt: ago(300) })
  expect(nextStep(before, heads(0, 0, 0), now).closes).toBe(false)
})

test('what is left is said in words', () => {
  const wine = { stock: 300, held: 0, sold: 0, promised: 0 }
  expect(leftOf(wine)).toBe('enough')
  expect(leftOf({ ...wine, sold: 250, promised: 20 })).toBe('few')
  expect(leftOf({ ...wine, sold: 290, held: 10 })).toBe('few')
  expect(leftOf({ ...wine, sold: 200, held: 80 })).toBe('few')
  expect(leftOf({ ...wine, sold: 269 })).toBe('enough')
  expect(leftOf({ ...wine, sold: 270 })).toBe('few')
  expect([12, 13].map((free) => leftOf({ ...wine, stock: 50, sold: 50 - free }))).toEqual([
    'few',
    'enough',
  ])
  expect(leftOf({ ...wine, sold: 300 })).toBe('none')
})

test('the wait is a range, soon, or longer than an hour', () => {
  expect(waitInWords(5, 60)).toBe('Your turn comes soon.')
  expect(waitInWords(212, 20)).toBe('About 8 to 15 minutes at today’s pace.')
  expect(waitInWords(1, 1)).toBe('About 1 to 2 minutes at today’s pace.')
  expect(waitInWords(60, 1)).toBe('About 48 to 84 minutes at today’s pace.')
  expect(waitInWords(61, 1)).toBe('This will take longer than an hour.')
  expect(waitInWords(9, 0.5)).toBe('About 14 to 26 minutes at today’s pace.')
  expect(waitInWords(9_000, 20)).toBe('This will take longer than an hour.')
  expect(waitInWords(9, 0)).toBe('The line moves as soon as someone in the shop is done.')
})

test('the script of the page says the same from the text of these functions', () => {
  expect(runInNewContext(`(${waitInWords})(212, 20)`)).toBe(
    'About 8 to 15 minutes at today’s pace.',
  )
  expect(runInNewContext(`(${waitInWords})(9, 0)`)).toBe(
    'The line moves as soon as someone in the shop is done.',
  )
  expect(runInNewContext(`(${peopleAhead})(0)`)).toBe('people are ahead of you: you are next')
  expect(runInNewContext(`(${peopleAhead})(1)`)).toBe('person is ahead of you')
  expect(runInNewContext(`(${peopleAhead})(2)`)).toBe('people are ahead of you')
})

test('search engines are known by their names', () => {
  expect(isRobot('Mozilla/5.0 (compatible; Googlebot/2.1)')).toBe(true)
  expect(isRobot('Mozilla/5.0 (X11; Linux x86_64) Chrome/140')).toBe(false)
  expect(isRobot(undefined)).toBe(false)
})

test('staff read it shorter', () => {
  const all = [waitForStaff(9, 0), waitForStaff(1, 60), waitForStaff(90, 30), waitForStaff(900, 10)]
  const borders = [
    waitForStaff(1, 0.5),
    waitForStaff(1, 1),
    waitForStaff(60, 1),
    waitForStaff(61, 1),
  ]
  expect(borders).toEqual(['about 2 min', 'about 1 min', 'about 60 min', 'over an hour'])
  expect(all).toEqual([
    'not known while nobody is let in',
    'under a minute',
    'about 3 min',
    'over an hour',
  ])
})
