import { askForEmail, keptFor } from './accounts-in-line.store.server.ts'
import { arrivals } from './arrivals.server.ts'
import type { Caller } from './caller.server.ts'
import { asVisitor, browserOf, isTheirs, networkHashOf, presenceOf } from './caller.server.ts'
import { copiedPasses } from './copied-passes.ts'
import { arrive, enter, takeOver } from './entry.store.server.ts'
import type { LineOptions } from './line-here.server.ts'
import { lineHere } from './line-here.server.ts'
import {
  admittedFor,
  gateAt,
  idleAfter,
  isLeft,
  isRobot,
  keptStaysFor,
  paymentTakes,
  placesPerNetwork,
  replacedAfter,
  settlesFor,
} from './line.rules.ts'
import { giveUp } from './places.store.server.ts'
import { shoppersHere } from './shoppers.server.ts'
import type { Pass } from './tickets.server.ts'
import { passes } from './tickets.server.ts'

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

export type WaitingRoom = ReturnType<typeof waitingRoom>

const pass: Answer = { kind: 'pass' }

/**
 * The waiting room of one process: who may go on, and who waits. While the line is open, one transaction for
 * those who arrive together, and one for each entry.
 */
export function waitingRoom({ secret, ...options }: LineOptions & { secret: string }) {
  const { db, log, capacity } = options
  const { read, write } = passes(secret)
  const slots = new Map<string, number>()
  const copied = copiedPasses()
  const shoppers = shoppersHere(db, capacity)
  const line = lineHere(options, shoppers, () => {
    slots.clear()
    copied.clear()
  })
  const { isOpen, now, placeOf, wasBefore } = line
  let isStopped = false
  const counts = { refused: 0, entered: 0 }

  const { placeFor, stop: stopGiving } = arrivals({
    give: (asked) => arrive(db, asked),
    // Who was in this process is known; the others have yet to say.
    wait: () =>
      shoppers.areAllHere()
        ? 0
        : Math.min(settlesFor, (line.current()?.since.getTime() ?? 0) + settlesFor - now()),
    log,
  })

  let issuedAt = 0
  const newPass = (caller: Caller, ticket: number): Pass => {
    // No two of this process are alike.
    issuedAt = Math.max(issuedAt + 1, Math.round(now()))
    const times = { at: issuedAt, seen: issuedAt, end: 0 }
    const of = {
      kind: 'ticket',
      line: line.current()!.number,
      ticket,
      browser: browserOf(caller),
    } as const
    return { ...of, ...times, kept: 0, keptUntil: 0, wish: 'no' }
  }

  const admission = (caller: Caller, ticket: number): Answer => {
    const end = Math.round(now() + admittedFor)
    return { kind: 'pass', cookie: write({ ...newPass(caller, ticket), kind: 'admission', end }) }
  }
  const admit = (caller: Caller, ticket: number): Answer => {
    counts.entered += ticket > 0 ? 1 : 0
    noteShopper(caller, ticket)
    return admission(caller, ticket)
  }

  function noteShopper(caller: Caller, ticket: number, lasts = idleAfter): void {
    const presence = presenceOf(caller)
    const until = shoppers.add(presence, Date.now() + lasts)
    if (isOpen()) line.noteSeen(ticket, presence, until)
  }

  const visitorsNetwork = (caller: Caller) => (caller.session ? null : networkHashOf(caller))

  /** The valid pass of this browser for the present line. */
  function passOf(caller: Caller): Pass | null {
    if (!caller.pass) return null
    const found = read(caller.pass)
    const isValid =
      found &&
      found.line === line.current()!.number &&
      isTheirs(caller, found.browser) &&
      found.ticket <= line.current()!.issued &&
      !(found.kind === 'admission' && copied.isCopy(found, visitorsNetwork(caller), now()))
    if (isValid) return found
    counts.refused += 1
    return null
  }

  /** Whether an admission has neither ended nor idled; a payment that has begun may take its time. */
  function isStillIn({ at, seen, end }: Pass): boolean {
    const idles = idleAfter + (end - at > admittedFor ? paymentTakes : 0)
    return now() < end && now() - seen < idles
  }

  const waiting = (mine: Pass) =>
    ({
      kind: 'wait',
      ticket: mine.ticket,
      place: placeOf(mine.ticket),
      pass: mine,
      lost: null,
    }) as const

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
    const current = line.current()!
    current.issued = Math.max(current.issued, ticket)
    const mine = { ...newPass(caller, ticket), kept, keptUntil: Math.round(keptUntil), wish }
    return { ...waiting(mine), cookie: write(mine), lost }
  }

  async function tryEntry(caller: Caller, mine: Pass): Promise<Answer> {
    const entry = await enter(db, mine.ticket, presenceOf(caller)).catch(() => 'waits' as const)
    if (entry === 'in') return isOpen() ? admit(caller, mine.ticket) : pass
    return entry === 'waits' ? waiting(mine) : arriveNow(caller, { lost: entry })
  }

  /** Waits on with the same ticket, and with what is kept for the account now, or was while the database is away. */
  async function waitOn(caller: Caller, { ticket, wish, ...earlier }: Pass): Promise<Answer> {
    const { kept, keptUntil } = await keptFor(db, caller.session!).catch(() => earlier)
    const mine = { ...newPass(caller, ticket), kept, keptUntil: Math.round(keptUntil), wish }
    return { ...waiting(mine), cookie: write(mine) }
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
    noteShopper(caller, mine.ticket)
    return { kind: 'pass', cookie: write({ ...mine, seen: Math.round(now()) }) }
  }

  const { open, learn, move, count, start, observe, news } = line
  return {
    ...{ counts, open, learn, move, count, start, observe, news },
    shareWith: shoppers.shareWith,
    async stop() {
      isStopped = true
      stopGiving()
      await line.stop()
    },
    figures: () => ({ ...line.figures(), ...counts }),
    isGated: (url: string) => gateAt(url) !== null,
    /** Whether this address is behind a line that is open. */
    isInLine: (url: string) => isOpen() && gateAt(url) !== null,
    /** Visitors are sent to log in from what is for members, and wait afterwards. */
    isFor: (caller: Caller) => caller.session !== undefined || gateAt(caller.url) === 'anyone',
    /** A purchase or a logout makes room at once; who goes on shopping stays in. */
    noteLeft(caller: Caller): Answer {
      if (!isLeft(caller.url)) return pass
      const presence = presenceOf(caller)
      const wasHere = shoppers.remove(presence)
      if (!isOpen()) return pass
      // Who was let in by another process is known by the pass alone.
      const mine = passOf(caller)
      if (!wasHere && !mine) return pass
      line.noteSeen(mine?.ticket ?? 0, presence, Date.now())
      return !mine && wasBefore(presence) ? admission(caller, 0) : pass
    },
    /**
     * Counts a shopper whose payment has begun for as long as a payment may take. Returns the cookie that admits them
     * as long, if they need one. Not for a payment that was refused.
     */
    notePaying(caller: Caller): string | undefined {
      const mine = isOpen() ? passOf(caller) : null
      noteShopper(caller, mine?.ticket ?? 0, paymentTakes)
      if (mine?.kind !== 'admission') return
      const [seen, end] = [Math.round(now()), Math.round(now() + paymentTakes)]
      return write({ ...mine, seen, end: Math.max(mine.end, end) })
    },
    /** Whether this gated request may go on, or has to wait. */
    gate(caller: Caller): Answer | Promise<Answer> {
      if (isStopped) return pass
      const presence = presenceOf(caller)
      if (!isOpen()) {
        // The page cache renders as one.
        if (isRobot(caller.agent)) return pass
        if (capacity === 0 || shoppers.present.has(presence) || shoppers.hasRoom()) {
          noteShopper(caller, 0)
          return pass
        }
        return line.openSelf('shoppers').then(() => (isOpen() ? arriveNow(caller) : pass))
      }
      const mine = passOf(caller)
      if (mine?.kind === 'admission') {
        if (isStillIn(mine)) {
          if (mine.browser !== browserOf(caller)) return goOnAsAccount(caller, mine)
          if (now() - mine.seen >= replacedAfter) return goOn(caller, mine)
          noteShopper(caller, mine.ticket)
          return pass
        }
      } else if (mine) {
        const { ticket } = mine
        if (mine.browser !== browserOf(caller)) return arriveNow(caller, { ticket })
        if (placeOf(ticket) <= line.current()!.letIn) return tryEntry(caller, mine)
        if (mine.kept > 0 && now() - mine.at >= keptStaysFor) return waitOn(caller, mine)
        return waiting(mine)
      }
      if (!mine && wasBefore(presence)) return admit(caller, 0)
      if (isRobot(caller.agent)) return { kind: 'robot' }
      return arriveNow(caller, { lost: mine ? 'used' : null })
    },
    /** Gives the place of this ticket up. */
    async leave(caller: Caller) {
      const mine = line.current() && passOf(caller)
      if (mine?.kind === 'ticket') await giveUp(db, mine.ticket)
    },
    /** Notes that an email is to say when the line has closed; the cookie that says so. */
    async askForEmail(caller: Caller): Promise<string | null> {
      const mine = line.current() && passOf(caller)
      if (mine?.kind !== 'ticket' || !caller.session) return null
      return (await askForEmail(db, caller.session)) ? write({ ...mine, wish: 'asked' }) : null
    },
  }
}
