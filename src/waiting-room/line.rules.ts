import { paths } from '#platform/http/paths.rules.ts'
import { membersViews } from '#platform/layout/members.copy.ts'

/** Milliseconds. */
const second = 1_000
const minute = 60 * second

/** How long a shopper who does nothing counts, and keeps an admission. */
export const idleAfter = 5 * minute

/** How long an admission lasts at most, and how much longer with an open payment. */
export const admittedFor = 30 * minute
export const paymentTakes = 33 * minute

/** How old an admission is replaced, and how long the replaced one still serves requests that were under way. */
export const replacedAfter = 15 * second

/** How long one's turn is kept, and how long it keeps a shopper's room free. */
export const turnLasts = 3 * minute
export const roomIsKept = 30 * second

/** The time in which all processes say who was in, before anybody gets a number. */
export const settlesFor = second

/** Networks from which a visitor's admission is good in a process: a phone changes between a few. */
export const networksPerAdmission = 6

/** How long, in milliseconds, a page goes on saying what was read of an allocation: staff may have changed it. */
export const keptStaysFor = minute

/** Waiting places per network of people without a confirmed account. */
export const placesPerNetwork = 10

/** Shoppers at once that a line starts with, per core: see the decision. */
export const shoppersPerCore = 100

/** Fewer shoppers than this never open a line, however slow the machine is. */
export const fewShoppers = 20

/** What gated requests and the process may take, in milliseconds; requests that wait for a connection. */
export const bounds = { slow: 300, fast: 150, loopDelay: 200, connections: 10 } as const

/** How long a bound has to be passed before the line opens, in seconds. */
export const patience = 3

export type Speed = 'fast' | 'steady' | 'slow'

/** How many gated requests a process answered lately, and how many of them took longer than each bound. */
export type Answered = { requests: number; slow: number; notFast: number }
export const noneAnswered: Answered = { requests: 0, slow: 0, notFast: 0 }

/**
 * Adds the requests of a second; what was before counts half. `times` are in milliseconds, each from when the
 * process began with the request, and `delay` is what a request waits before that, at p95.
 */
export function addAnswered(before: Answered, times: readonly number[], delay: number): Answered {
  const over = (bound: number) => times.filter((millis) => millis + delay > bound).length
  return {
    requests: before.requests / 2 + times.length,
    slow: before.slow / 2 + over(bounds.slow),
    notFast: before.notFast / 2 + over(bounds.fast),
  }
}

/**
 * How fast a process serves shoppers: whether p95 is over a bound. One request alone shows nothing, and a shop of
 * few shoppers is fast, else a line that let in few would never let in more.
 */
export function speedOf({ requests, slow, notFast }: Answered, isBusy: boolean): Speed {
  const isOver = (count: number) => count > 1 && count > requests * 0.05
  if (isBusy || isOver(slow)) return 'slow'
  return isOver(notFast) ? 'steady' : 'fast'
}

/** The pages that one needs an account for; others are sent to log in, and wait afterwards. */
const pages = [
  paths.currentRelease(),
  paths.members(),
  paths.purchase(),
  paths.cart(),
  paths.shipping(),
  paths.card(),
]
const offers = [paths.offering(), paths.singleBottle()]
const openToAll = [...offers, ...offers.map((offer) => `${offer}/ship-to`)]
const calls = [
  paths.createCheckoutSession(),
  paths.createDirectCheckoutSession(),
  `${paths.api()}/stripe_checkout`,
  `${paths.api()}/create_user`,
  paths.cardTokenCharge(),
]

const gated = new Map<string, 'signed-in' | 'anyone'>([
  ...pages.map((path) => [path, 'signed-in'] as const),
  ...[...openToAll, ...calls].map((path) => [path, 'anyone'] as const),
])

/** The views of the members area in which there is no shop. */
const accountViews: ReadonlySet<string | null> = new Set(
  membersViews.filter((view) => view !== 'current'),
)

export const isDataPath = (url: string): boolean => /^[^?]*\.data(?:\?|$)/.test(url)

/** The path of a page, however it is written: React Router reads it in any case, encoded and with slashes. */
function barePath(url: string): string {
  let [path = ''] = url.split('?', 1)
  if (/[%A-Z]|\/\/|.\/$/.test(path)) {
    try {
      path = decodeURIComponent(path)
    } catch {
      // No page has such an address.
    }
    path = path.replaceAll(/\/+/g, '/')
    if (!path.startsWith(`${paths.api()}/`)) path = path.toLowerCase()
  }
  return path.replace(/(.)\/$/, '$1').replace(/\/?\.data$/, '')
}

/** Who is gated at this address: nobody, those who are signed in, or all. */
export function gateAt(url: string): 'signed-in' | 'anyone' | null {
  const path = barePath(url)
  const gate = gated.get(path) ?? null
  if (path !== paths.members() || !url.includes('view=')) return gate
  const view = new URLSearchParams(url.slice(url.indexOf('?'))).get('view')
  return accountViews.has(view) ? null : gate
}

/** Where a payment begins, and where one comes back from it and leaves. */
const beginsPayment = new Set(calls)
const leaves = new Set([paths.purchaseThanks(), paths.offerThanks(), paths.logout()])
export const isPaymentBegun = (url: string): boolean => beginsPayment.has(barePath(url))
export const isLeft = (url: string): boolean => leaves.has(barePath(url))

export const isRobot = (agent: string | undefined): boolean =>
  /bot\b|crawl|spider|slurp|bingpreview|facebookexternalhit/i.test(agent ?? '')

/** The line as it is stored. */
export type Line = {
  number: number
  isOpen: boolean
  why: 'shoppers' | 'load' | 'staff'
  since: Date
  opensAt: Date | null
  releaseId: string | null
  drawnUpTo: number
  issued: number
  letIn: number
  capacity: number
  fixedCapacity: number | null
  mostPerMinute: number | null
  isPaused: boolean
  /** The release for whose hour it opened is paused. */
  isHeld: boolean
  pace: number
  owed: number
  movedAt: Date
  waitedAt: Date
  slowAt: Date | null
  steadyAt: Date | null
  turnsLost: number
  version: number
}

/** How many are in, have a turn whose room is kept, and wait. */
export type Heads = { inside: number; reserved: number; waiting: number }

export type Step = {
  capacity: number
  /** How many get their turn. */
  turns: number
  owed: number
  pace: number
  draws: boolean
  closes: boolean
}

const least = 5

/**
 * Whether the hour for which staff opened the line is still to come. At the hour of a release that is paused then, it is
 * until that goes on.
 */
export const isBeforeHour = (
  { opensAt, isHeld, letIn }: Pick<Line, 'opensAt' | 'isHeld' | 'letIn'>,
  now: Date,
): boolean => opensAt !== null && (now < opensAt || (isHeld && letIn === 0))

/** How many may be in at once: as staff fixed it, or as measured. */
export const roomOf = ({ fixedCapacity, capacity }: Pick<Line, 'fixedCapacity' | 'capacity'>) =>
  fixedCapacity ?? Math.floor(capacity)

/** What the room of a full shop that is fast grows by in a second. */
const growth = 1.03

/**
 * What the line does in this second; `now` and the stored times are the database's. Nobody sets a speed: as many get their
 * turn as there is room for, which begins at `shoppersPerCore`, unless staff fix it or the turns of a minute.
 */
export function nextStep(line: Line, heads: Heads, now: Date): Step {
  const elapsed = Math.min(5, Math.max(0, (now.getTime() - line.movedAt.getTime()) / second))
  const within = (at: Date | null) => at !== null && now.getTime() - at.getTime() < 1.5 * second
  let { capacity } = line
  if (within(line.slowAt)) capacity = Math.max(least, capacity * 0.9)
  else if (!within(line.steadyAt) && heads.inside + heads.reserved >= Math.floor(capacity)) {
    // Only a shop that is full shows whether it could serve more.
    capacity *= growth
  }
  const isBefore = isBeforeHour(line, now)
  const mayMove = !line.isPaused && !line.isHeld && !isBefore
  const room = roomOf({ ...line, capacity })
  const free = Math.max(0, room - heads.inside - heads.reserved)
  const wanted =
    line.mostPerMinute === null ? free : line.owed + (line.mostPerMinute * elapsed) / 60
  const turns = mayMove ? Math.min(free, Math.floor(wanted), heads.waiting) : 0
  const owed = line.mostPerMinute === null || !mayMove ? 0 : Math.min(1, wanted - turns)
  const weight = Math.min(1, elapsed / 30)
  const perMinute = elapsed > 0 ? (turns / elapsed) * 60 : 0
  const empty = now.getTime() - line.waitedAt.getTime()
  // One that staff paused stays: buyers who come later wait in it, too.
  const isEmpty = heads.waiting === 0 && heads.reserved === 0 && !isBefore && !line.isPaused
  return {
    capacity,
    turns,
    owed,
    pace: line.pace * (1 - weight) + perMinute * weight,
    draws: line.opensAt !== null && !isBefore && line.drawnUpTo === 0 && line.issued > 0,
    closes: isEmpty && ((empty > 10 * second && heads.inside <= room / 2) || empty > 45 * second),
  }
}

export type WineLeft = 'enough' | 'few' | 'none'

/** Never a number; cases in payment may come back, so only what is paid for is none. */
export function leftOf(wine: {
  stock: number
  held: number
  sold: number
  promised: number
}): WineLeft {
  if (wine.sold >= wine.stock) return 'none'
  const free = wine.stock - wine.held - wine.sold - wine.promised
  return free > Math.max(12, wine.stock / 10) ? 'enough' : 'few'
}

export const leftInWords = {
  enough: 'enough left',
  few: 'few left',
  none: 'sold out',
} as const satisfies Record<WineLeft, string>

/** How long it takes at today's pace, for staff. */
export function waitForStaff(ahead: number, perMinute: number): string {
  if (perMinute < 0.5) return 'not known while nobody is let in'
  const minutes = ahead / perMinute
  if (minutes < 1) return 'under a minute'
  return minutes > 60 ? 'over an hour' : `about ${Math.round(minutes)} min`
}

/**
 * How long it takes at today's pace, in words. It uses nothing outside it: the page of the line has its text in its
 * script, as that of `peopleAhead`.
 */
export function waitInWords(ahead: number, perMinute: number): string {
  if (perMinute < 0.5) return 'The line moves as soon as someone in the shop is done.'
  const minutes = ahead / perMinute
  if (minutes < 1) return 'Your turn comes soon.'
  if (minutes > 60) return 'This will take longer than an hour.'
  const [from, to] = [Math.max(1, Math.floor(minutes * 0.8)), Math.ceil(minutes * 1.4)]
  return `About ${from} to ${to} minutes at today’s pace.`
}

export const peopleAhead = (ahead: number): string =>
  ahead === 0
    ? 'people are ahead of you: you are next'
    : ahead === 1
      ? 'person is ahead of you'
      : 'people are ahead of you'
