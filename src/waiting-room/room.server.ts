import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Database } from '#platform/database/connection.server.ts'
import type { ListChanges } from '#platform/list/list-changes.store.server.ts'
import type { Log } from '#platform/services/services.ts'

import { askForEmail, keptFor } from './accounts-in-line.store.server.ts'
import { arrivals } from './arrivals.server.ts'
import type { Caller } from './caller.server.ts'
import { asVisitor, browserOf, isTheirs, networkHashOf, presenceOf } from './caller.server.ts'
import { copiedPasses } from './copied-passes.ts'
import { arrive, enter, takeOver } from './entry.store.server.ts'
import type { Heads, Line } from './line.rules.ts'
import {
  addAnswered,
  admittedFor,
  bounds,
  fewShoppers,
  gateAt,
  idleAfter,
  isBeforeHour,
  isLeft,
  isPaymentBegun,
  isRobot,
  keptStaysFor,
  noneAnswered,
  patience,
  paymentTakes,
  placesPerNetwork,
  replacedAfter,
  settlesFor,
  speedOf,
} from './line.rules.ts'
import type { LeftOfWine, Opening } from './line.store.server.ts'
import { lineChanged, openLine, readLine, winesLeft } from './line.store.server.ts'
import { moveLine } from './move-line.store.server.ts'
import { addPresent, countTogether, drawnPlaces, giveUp } from './places.store.server.ts'
import type { Pass } from './tickets.server.ts'
import { passes } from './tickets.server.ts'

/** What everybody who waits is told, the same for all. */
export type LineNews = {
  isOpen: boolean
  letIn: number
  pace: number
  isPaused: boolean
  /** The database is away: the line stands still. */
  isStill: boolean
  /** Of the hour before which nobody is let in; null after it. */
  opensAt: number | null
  drawnUpTo: number
  wines: readonly LeftOfWine[]
}

export type Answer =
  | { kind: 'pass'; cookie?: string }
  | { kind: 'robot' }
  /** `ticket` is 0 while none could be issued. */
  | {
      kind: 'wait'
      ticket: number
      place: number
      pass: Pass | null
      cookie?: string
      lost: Lost
    }

/** Why an earlier place is lost: the turn came and nobody, or it was given up elsewhere; or it has been used. */
export type Lost = 'late' | 'used' | null

type RoomOptions = {
  db: Database
  changes: ListChanges
  log: Log
  secret: string
  /** The shop's address, for emails. */
  publicUrl: string
  /** Shoppers at once at which the line opens; 0: it does not open by itself. */
  capacity: number
  /** Requests of this process that wait for a connection to the database. */
  connectionsWaitedFor: () => number
}

export type WaitingRoom = ReturnType<typeof waitingRoom>

/** Without an answer of the database for this long the line says that it stands still. */
const stillAfter = 3_000

/** How often the delay of the event loop is measured, in milliseconds. */
const resolution = 20

/** How long it is good, in milliseconds, how many shoppers all processes have together. */
const countStays = 3_000

/** Requests of a second, at most, whose time says how fast this process is. */
const remembered = 500

const closed = { pace: 0, capacity: 0, turnsLost: 0 }

const pass: Answer = { kind: 'pass' }

/**
 * The waiting room of one process. While the line is closed it counts shoppers in memory and asks nothing
 * of the database, unless several processes near their capacity: then they count together once a second.
 * While it is open, one short transaction a second, one for those who arrive together, and one for each entry.
 */
export function waitingRoom(options: RoomOptions) {
  const { db, changes, log, capacity } = options
  const { read, write } = passes(options.secret)
  /** Browsers of shoppers, and until when each counts. */
  const present = new Map<string, number>()
  /** Those who were in when the line opened, and until when. */
  let before: ReadonlyMap<string, number> = new Map()
  const seen = { tickets: new Map<number, number>(), browsers: new Map<string, number>() }
  const slots = new Map<string, number>()
  const copied = copiedPasses()
  let line: Line | null = null
  let heads: Heads = { inside: 0, reserved: 0, waiting: 0 }
  let wines: readonly LeftOfWine[] = []
  let drawn = new Map<number, number>()
  let clockOffset = 0
  let answeredAt = performance.now()
  let processes = 1
  /** Shoppers of all processes, how many of them were here as they were counted, and when that was. */
  let together = { shoppers: 0, here: 0, at: -Infinity }
  let secondsBusy = 0
  let isStopped = false
  let opening: Promise<void> | null = null
  let moving: Promise<void> | null = null
  let counting: Promise<void> | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let unwatch: (() => void) | undefined
  let durations: number[] = []
  let answered = noneAnswered
  const counts = { refused: 0, entered: 0 }
  /** What requests wait before this process begins with them; measured while the line is open. */
  const loopDelay = monitorEventLoopDelay({ resolution })

  const now = () => Date.now() + clockOffset
  const isOpen = () => line?.isOpen === true
  const knows = (found: { line: Line; now: Date }) => {
    const isNew = found.line.isOpen && found.line.number !== (isOpen() ? line!.number : null)
    line = found.line
    clockOffset = found.now.getTime() - Date.now()
    answeredAt = performance.now()
    return isNew
  }

  /** Takes over what the database says, and tells it who was in here when the line opened. */
  async function learn(): Promise<void> {
    const found = await readLine(db)
    if (!found) return
    if (!knows(found)) return
    drawn = new Map()
    slots.clear()
    copied.clear()
    before = new Map([...present].filter(([, until]) => until > Date.now()))
    if (before.size > 0) await addPresent(db, before)
    wines = await winesLeft(db)
  }

  async function open(of: Opening): Promise<void> {
    await db.transaction((tx) => openLine(tx, of))
    await learn()
    log.info({ why: of.why, shoppers: present.size }, 'waiting line opened')
  }

  const openSelf = (why: 'shoppers' | 'load') => {
    opening ??= open({ why, capacity })
      .catch((err: unknown) => log.error({ err }, 'waiting line not opened'))
      .finally(() => (opening = null))
    return opening
  }

  async function move(): Promise<void> {
    const delay = Math.max(0, loopDelay.percentile(95) / 1e6 - resolution)
    loopDelay.reset()
    answered = addAnswered(answered, durations, delay)
    durations = []
    const speed = speedOf(answered, secondsBusy > 0)
    const reported = { tickets: new Map(seen.tickets), browsers: new Map(seen.browsers) }
    seen.tickets.clear()
    seen.browsers.clear()
    try {
      const found = await moveLine(db, options.publicUrl, reported, speed)
      if (!found) return
      if (knows(found)) await learn()
      heads = found.heads
      if (!isOpen()) return
      if (line!.drawnUpTo > 0 && drawn.size === 0) drawn = await drawnPlaces(db, line!.drawnUpTo)
      wines = await winesLeft(db)
    } catch (error) {
      // Reported again in the next second.
      for (const [ticket, until] of reported.tickets) {
        if (!seen.tickets.has(ticket)) seen.tickets.set(ticket, until)
      }
      for (const [browser, until] of reported.browsers) {
        if (!seen.browsers.has(browser)) seen.browsers.set(browser, until)
      }
      throw error
    }
  }

  const share = () => Math.max(1, Math.floor(capacity / processes))

  /**
   * Whether one more may come in while the line is closed. A proxy sends the requests of one shopper to any
   * process, so each may know them all. Who came here since they were counted may have come to each.
   */
  function hasRoom(): boolean {
    if (present.size < share()) return true
    if (processes === 1 || performance.now() - together.at > countStays) return false
    const since = Math.max(0, present.size - together.here)
    return together.shoppers + since * processes < capacity
  }

  /** Counts the shoppers of all processes, well before those of this one are its share. */
  async function count(): Promise<void> {
    if (isOpen() || processes === 1 || present.size * 2 < share()) return
    const here = present.size
    const shoppers = await countTogether(db, present)
    together = { shoppers, here, at: performance.now() }
  }

  let expected = performance.now() + 1_000
  function everySecond(): void {
    const late = performance.now() - expected
    expected = performance.now() + 1_000
    const isBusy = late > bounds.loopDelay || options.connectionsWaitedFor() > bounds.connections
    secondsBusy = isBusy ? secondsBusy + 1 : 0
    const at = Date.now()
    for (const [browser, until] of present) if (until <= at) present.delete(browser)
    if (isOpen()) {
      loopDelay.enable()
      moving ??= move()
        .catch(() => {})
        .finally(() => (moving = null))
      return
    }
    loopDelay.disable()
    counting ??= count()
      .catch(() => {})
      .finally(() => (counting = null))
    if (capacity > 0 && secondsBusy >= patience && present.size >= fewShoppers) {
      void openSelf('load')
    }
  }

  const { placeFor, stop: stopGiving } = arrivals({
    give: (asked) => arrive(db, asked),
    // Who was in this process is known; the others have yet to say.
    wait: () =>
      processes > 1 ? Math.min(settlesFor, (line?.since.getTime() ?? 0) + settlesFor - now()) : 0,
    log,
  })

  const placeOf = (ticket: number) =>
    ticket <= (line?.drawnUpTo ?? 0) ? (drawn.get(ticket) ?? ticket) : ticket

  let issuedAt = 0
  const newPass = (caller: Caller, ticket: number): Pass => {
    // No two of this process are alike.
    issuedAt = Math.max(issuedAt + 1, Math.round(now()))
    const times = { at: issuedAt, seen: issuedAt, end: 0 }
    const of = { kind: 'ticket', line: line!.number, ticket, browser: browserOf(caller) } as const
    return { ...of, ...times, kept: 0, keptUntil: 0, wish: 'no' }
  }

  const admission = (caller: Caller, ticket: number): Answer => {
    const end = Math.round(now() + (isPaymentBegun(caller.url) ? paymentTakes : admittedFor))
    return { kind: 'pass', cookie: write({ ...newPass(caller, ticket), kind: 'admission', end }) }
  }
  const admit = (caller: Caller, ticket: number): Answer => {
    counts.entered += ticket > 0 ? 1 : 0
    noteShopper(caller, ticket)
    return admission(caller, ticket)
  }
  const wasBefore = (presence: string) => (before.get(presence) ?? 0) > Date.now()

  function noteShopper(caller: Caller, ticket: number): void {
    const lasts = isPaymentBegun(caller.url) ? paymentTakes : idleAfter
    const presence = presenceOf(caller)
    const until = Date.now() + lasts
    if (until > (present.get(presence) ?? 0)) present.set(presence, until)
    if (!isOpen()) return
    if (ticket > 0) seen.tickets.set(ticket, until + clockOffset)
    else seen.browsers.set(presence, until + clockOffset)
  }

  const visitorsNetwork = (caller: Caller) => (caller.session ? null : networkHashOf(caller))

  /** The valid pass of this browser for the present line. */
  function passOf(caller: Caller): Pass | null {
    if (!caller.pass) return null
    const found = read(caller.pass)
    const isValid =
      found &&
      found.line === line!.number &&
      isTheirs(caller, found.browser) &&
      found.ticket <= line!.issued &&
      !(found.kind === 'admission' && copied.isCopy(found, visitorsNetwork(caller), now()))
    if (isValid) return found
    counts.refused += 1
    return null
  }

  async function arriveNow(
    caller: Caller,
    { lost = null, ticket: earlier = null }: { lost?: Lost; ticket?: number | null } = {},
  ): Promise<Answer> {
    const token = caller.session ?? null
    const network = networkHashOf(caller)
    const slot = ((slots.get(network) ?? 0) + 1) % placesPerNetwork
    slots.set(network, slot)
    const arrived = await placeFor({
      token,
      network,
      slot,
      ticket: earlier,
      browser: presenceOf(caller),
    })
    if (!arrived) return { kind: 'wait', ticket: 0, place: 0, pass: null, lost }
    if (arrived.isIn) return isOpen() ? admit(caller, arrived.ticket) : pass
    const { ticket, kept, keptUntil, wish } = arrived
    line!.issued = Math.max(line!.issued, ticket)
    const mine = { ...newPass(caller, ticket), kept, keptUntil: Math.round(keptUntil), wish }
    return {
      kind: 'wait',
      ticket,
      place: placeOf(ticket),
      pass: mine,
      cookie: write(mine),
      lost,
    }
  }

  async function tryEntry(caller: Caller, mine: Pass): Promise<Answer> {
    const waits = {
      kind: 'wait',
      ticket: mine.ticket,
      place: placeOf(mine.ticket),
      pass: mine,
      lost: null,
    } as const
    const entry = await enter(db, mine.ticket, presenceOf(caller)).catch(() => 'waits' as const)
    if (entry === 'in') return isOpen() ? admit(caller, mine.ticket) : pass
    if (entry !== 'waits') return arriveNow(caller, { lost: entry })
    return waits
  }

  /** Waits on with the same ticket, and with what is kept for the account now, or was while the database is away. */
  async function waitOn(caller: Caller, { ticket, wish, ...earlier }: Pass): Promise<Answer> {
    const { kept, keptUntil } = await keptFor(db, caller.session!).catch(() => earlier)
    const mine = { ...newPass(caller, ticket), kept, keptUntil: Math.round(keptUntil), wish }
    const cookie = write(mine)
    return { kind: 'wait', ticket, place: placeOf(ticket), pass: mine, cookie, lost: null }
  }

  /** Goes on with the admission of a visitor, who has logged in since. */
  async function goOnAsAccount(caller: Caller, mine: Pass): Promise<Answer> {
    const [visitor, account] = [presenceOf(asVisitor(caller)), browserOf(caller)]
    const isTaken = await takeOver(db, { ticket: mine.ticket, visitor, account }).catch(() => false)
    return isTaken
      ? goOn(caller, { ...mine, browser: account })
      : arriveNow(caller, { lost: 'used' })
  }

  function goOn(caller: Caller, mine: Pass): Answer {
    const at = now()
    noteShopper(caller, mine.ticket)
    const begins = isPaymentBegun(caller.url)
    const end = begins ? Math.max(mine.end, Math.round(at + paymentTakes)) : mine.end
    return { kind: 'pass', cookie: write({ ...mine, seen: Math.round(at), end }) }
  }

  return {
    counts,
    /** Reads the line, and hears of it from then on. */
    async start() {
      await learn().catch((err: unknown) => log.error({ err }, 'waiting line not read'))
      unwatch = changes.watch(lineChanged, () => void learn().catch(() => {}))
      expected = performance.now() + 1_000
      timer = setInterval(everySecond, 1_000)
      timer.unref()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      stopGiving()
      loopDelay.disable()
      unwatch?.()
      await moving
      await counting
      await opening
    },
    /** How many processes share the capacity, as their reports say. */
    shareWith(all: number) {
      processes = Math.max(1, all)
    },
    /** How long a gated request took, in milliseconds. */
    observe(millis: number) {
      if (isOpen() && durations.length < remembered) durations.push(millis)
    },
    isGated: (url: string) => gateAt(url) !== null,
    /** Whether this address is behind a line that is open. */
    isInLine: (url: string) => isOpen() && gateAt(url) !== null,
    /** Visitors are sent to log in from what is for members, and wait afterwards. */
    isFor: (caller: Caller) => caller.session !== undefined || gateAt(caller.url) === 'anyone',
    /** A purchase or a logout makes room at once; who goes on shopping stays in. */
    noteLeft(caller: Caller): Answer {
      if (!isLeft(caller.url)) return pass
      const presence = presenceOf(caller)
      const wasHere = present.delete(presence)
      if (!isOpen()) return pass
      // Who was let in by another process is known by the pass alone.
      const mine = passOf(caller)
      if (!wasHere && !mine) return pass
      if (mine && mine.ticket > 0) seen.tickets.set(mine.ticket, now())
      else seen.browsers.set(presence, now())
      return !mine && wasBefore(presence) ? admission(caller, 0) : pass
    },
    /** Whether this gated request may go on, or has to wait. */
    gate(caller: Caller): Answer | Promise<Answer> {
      if (isStopped) return pass
      const presence = presenceOf(caller)
      if (!isOpen()) {
        // The page cache renders as one.
        if (isRobot(caller.agent)) return pass
        if (capacity === 0 || present.has(presence) || hasRoom()) {
          noteShopper(caller, 0)
          return pass
        }
        return openSelf('shoppers').then(() => (isOpen() ? arriveNow(caller) : pass))
      }
      const mine = passOf(caller)
      if (mine?.kind === 'admission') {
        const at = now()
        if (
          at < mine.end &&
          at - mine.seen < idleAfter + (mine.end - mine.at > admittedFor ? paymentTakes : 0)
        ) {
          if (mine.browser !== browserOf(caller)) return goOnAsAccount(caller, mine)
          if (isPaymentBegun(caller.url) || at - mine.seen >= replacedAfter)
            return goOn(caller, mine)
          noteShopper(caller, mine.ticket)
          return pass
        }
      } else if (mine) {
        const { ticket } = mine
        if (mine.browser !== browserOf(caller)) return arriveNow(caller, { ticket })
        const place = placeOf(ticket)
        if (place <= line!.letIn) return tryEntry(caller, mine)
        if (mine.kept > 0 && now() - mine.at >= keptStaysFor) return waitOn(caller, mine)
        return { kind: 'wait', ticket, place, pass: mine, lost: null }
      }
      if (!mine && wasBefore(presence)) return admit(caller, 0)
      if (isRobot(caller.agent)) return { kind: 'robot' }
      return arriveNow(caller, { lost: mine ? 'used' : null })
    },
    /** Gives the place of this ticket up. */
    async leave(caller: Caller) {
      const mine = line && passOf(caller)
      if (mine?.kind === 'ticket') await giveUp(db, mine.ticket)
    },
    /** Notes that an email is to say when the line has closed; the cookie that says so. */
    async askForEmail(caller: Caller): Promise<string | null> {
      const mine = line && passOf(caller)
      if (mine?.kind !== 'ticket' || !caller.session) return null
      return (await askForEmail(db, caller.session)) ? write({ ...mine, wish: 'asked' }) : null
    },
    news(): LineNews {
      const opens = line?.opensAt ?? null
      return {
        isOpen: isOpen(),
        letIn: line?.letIn ?? 0,
        pace: Math.round((line?.pace ?? 0) * 10) / 10,
        isPaused: isOpen() && line!.isPaused,
        isStill: isOpen() && performance.now() - answeredAt > stillAfter,
        opensAt: opens && line && isBeforeHour(line, new Date(now())) ? opens.getTime() : null,
        drawnUpTo: line?.drawnUpTo ?? 0,
        wines,
      }
    },
    /** Of the open line; nobody waits in a closed one. */
    figures() {
      const { waiting, inside, reserved } = isOpen()
        ? heads
        : { waiting: 0, inside: 0, reserved: 0 }
      const { pace, capacity: room, turnsLost: lost } = (isOpen() && line) || closed
      return { waiting, inside, reserved, pace, capacity: room, lost, ...counts }
    },
    /** Opens the line now; the open one goes on. */
    open,
    count,
    learn,
    /** What each process does in each second while the line is open. */
    move,
  }
}
