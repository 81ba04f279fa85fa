import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Database } from '#platform/database/connection.server.ts'
import type { ListChanges } from '#platform/list/list-changes.store.server.ts'
import type { Log } from '#platform/services/services.ts'

import type { Heads, Line } from './line.rules.ts'
import {
  addAnswered,
  bounds,
  fewShoppers,
  isBeforeHour,
  noneAnswered,
  patience,
  roomOf,
  speedOf,
} from './line.rules.ts'
import type { LeftOfWine, Opening } from './line.store.server.ts'
import { lineChanged, openLine, readLine, winesLeft } from './line.store.server.ts'
import { moveLine } from './move-line.store.server.ts'
import { addPresent, drawnPlaces } from './places.store.server.ts'
import type { Shoppers } from './shoppers.server.ts'

/** What everybody who waits is told, the same for all. */
export type LineNews = {
  isOpen: boolean
  letIn: number
  pace: number
  isPaused: boolean
  /** The release is paused at its hour: it is still to come, and places are drawn then. */
  isHeld: boolean
  /** The database is away: the line stands still. */
  isStill: boolean
  /** Of the hour before which nobody is let in; null after it. */
  opensAt: number | null
  drawnUpTo: number
  wines: readonly LeftOfWine[]
}

export type LineOptions = {
  db: Database
  changes: ListChanges
  log: Log
  /** The shop's address, for emails. */
  publicUrl: string
  /** Shoppers at once at which the line opens; 0: it does not open by itself. */
  capacity: number
  /** Requests of this process that wait for a connection to the database. */
  connectionsWaitedFor: () => number
}

/** Without an answer of the database for this long the line says that it stands still. */
const stillAfter = 3_000

/** How often the delay of the event loop is measured, in milliseconds. */
const resolution = 20

/** Requests of a second, at most, whose time says how fast this process is. */
const remembered = 500

const closed = { pace: 0, capacity: 0, fixedCapacity: null, turnsLost: 0 }
const nobody: Heads = { inside: 0, reserved: 0, waiting: 0 }

/**
 * The line as one process knows it, from the database; `opened` hears of each that opens. While the line is
 * closed, nothing is asked of the database; while it is open, one short transaction a second.
 */
export function lineHere(options: LineOptions, shoppers: Shoppers, opened: () => void) {
  const { db, changes, log, capacity } = options
  /** Those who were in when the line opened, and until when. */
  let before: ReadonlyMap<string, number> = new Map()
  const seen = { tickets: new Map<number, number>(), browsers: new Map<string, number>() }
  let line: Line | null = null
  /** The number of the line that knows who was in here when it opened. */
  let joined: number | null = null
  let heads = nobody
  let wines: readonly LeftOfWine[] = []
  /** The places that were drawn in the line of this number, by ticket. */
  let drawn = { number: 0, places: new Map<number, number>() }
  let clockOffset = 0
  let answeredAt = performance.now()
  let secondsBusy = 0
  let opening: Promise<void> | null = null
  let moving: Promise<void> | null = null
  let counting: Promise<void> | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let unwatch: (() => void) | undefined
  let durations: number[] = []
  let answered = noneAnswered
  /** What requests wait before this process begins with them; measured while the line is open. */
  const loopDelay = monitorEventLoopDelay({ resolution })

  const now = () => Date.now() + clockOffset
  const isOpen = () => line?.isOpen === true
  /** Takes over what the database says; of a line that opened since, it is told once who was in here. */
  async function knows(found: { line: Line; now: Date }): Promise<void> {
    const { number, drawnUpTo } = found.line
    // Before anybody is shown a place of it: a page keeps the place that it was sent with.
    if (found.line.isOpen && drawnUpTo > 0 && drawn.number !== number) {
      drawn = { number, places: await drawnPlaces(db, drawnUpTo) }
    }
    line = found.line
    clockOffset = found.now.getTime() - Date.now()
    answeredAt = performance.now()
    if (!line.isOpen || line.number === joined) return
    joined = line.number
    opened()
    before = shoppers.current()
    try {
      if (before.size > 0) await addPresent(db, before)
    } catch (error) {
      // Told in the next second.
      joined = null
      throw error
    }
    wines = await winesLeft(db)
  }

  async function learn(): Promise<void> {
    const found = await readLine(db)
    if (found) await knows(found)
  }

  /** Opens the line now; the open one goes on. */
  async function open(of: Opening): Promise<void> {
    await db.transaction((tx) => openLine(tx, of))
    await learn()
    log.info({ why: of.why, shoppers: shoppers.present.size }, 'waiting line opened')
  }

  const openSelf = (why: 'shoppers' | 'load') => {
    opening ??= open({ why, capacity })
      .catch((err: unknown) => log.error({ err }, 'waiting line not opened'))
      .finally(() => (opening = null))
    return opening
  }

  /** What each process does in each second while the line is open. */
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
      await knows(found)
      heads = found.heads
      if (!isOpen()) return
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

  /** What each process does in each second while the line is closed. */
  async function count(): Promise<void> {
    if (!isOpen()) await shoppers.countTogether()
  }

  let expected = performance.now() + 1_000
  function everySecond(): void {
    const late = performance.now() - expected
    expected = performance.now() + 1_000
    const isBusy = late > bounds.loopDelay || options.connectionsWaitedFor() > bounds.connections
    secondsBusy = isBusy ? secondsBusy + 1 : 0
    shoppers.forgetIdle()
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
    if (capacity > 0 && secondsBusy >= patience && shoppers.present.size >= fewShoppers) {
      void openSelf('load')
    }
  }

  return {
    /** The open line, or the last one; null before one opened for the first time. */
    current: () => line,
    isOpen,
    /** The database's time, in milliseconds. */
    now,
    /** The place of a ticket: its number, or the one that it drew. */
    placeOf: (ticket: number) =>
      ticket <= (line?.drawnUpTo ?? 0) ? (drawn.places.get(ticket) ?? ticket) : ticket,
    /** Whether this browser was in when the line opened, and still counts. */
    wasBefore: (browser: string) => (before.get(browser) ?? 0) > Date.now(),
    /** Notes until when who is in counts: by ticket, or by browser without one. */
    noteSeen(ticket: number, browser: string, until: number) {
      if (ticket > 0) seen.tickets.set(ticket, until)
      else seen.browsers.set(browser, until)
    },
    /** How long a gated request took, in milliseconds. */
    observe(millis: number) {
      if (isOpen() && durations.length < remembered) durations.push(millis)
    },
    open,
    openSelf,
    learn,
    move,
    count,
    /** Reads the line, and hears of it from then on. */
    async start() {
      await learn().catch((err: unknown) => log.error({ err }, 'waiting line not read'))
      unwatch = changes.watch(lineChanged, () => void learn().catch(() => {}))
      expected = performance.now() + 1_000
      timer = setInterval(everySecond, 1_000)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      loopDelay.disable()
      unwatch?.()
      await moving
      await counting
      await opening
    },
    news(): LineNews {
      const at = new Date(now())
      const opens = line && isBeforeHour(line, at) ? line.opensAt : null
      return {
        isOpen: isOpen(),
        letIn: line?.letIn ?? 0,
        pace: Math.round((line?.pace ?? 0) * 10) / 10,
        isPaused: isOpen() && (line!.isPaused || line!.isHeld),
        isHeld: isOpen() && opens !== null && opens <= at,
        isStill: isOpen() && performance.now() - answeredAt > stillAfter,
        opensAt: opens?.getTime() ?? null,
        drawnUpTo: line?.drawnUpTo ?? 0,
        wines,
      }
    },
    /** Of the open line; nobody waits in a closed one. */
    figures() {
      const { waiting, inside, reserved } = isOpen() ? heads : nobody
      const shown = (isOpen() && line) || closed
      const { pace, turnsLost: lost } = shown
      return { waiting, inside, reserved, pace, capacity: roomOf(shown), lost }
    },
  }
}
