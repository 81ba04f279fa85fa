import {
  finishBooksCheck,
  holdsOverdue,
  refundsWaiting,
  startBooksCheck,
  stockDifferences,
} from '#data/books.ts'
import type { BooksCounts, Difference } from '#domain/books.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import { comparePages } from './compare-pages.ts'
import { comparePayments } from './compare-payments.ts'
import { compareRefunds } from './compare-refunds.ts'
import type { Parts } from '#use-cases/parts.ts'

export type BooksWish = {
  /** Who asked; null is every night. */
  askedBy: string | null
  /** Days back from now. */
  days?: number
  /** What happened so lately may still be under way, in minutes. */
  graceMinutes?: number
  /** Most payments, refunds and pages looked at, each. */
  most?: number
}

/** What the comparison works with; a command line hands in no more. */
type BooksParts = Pick<Parts, 'db' | 'payments' | 'clock' | 'log'>

export type CheckedBooks =
  | {
      ok: true
      differences: Difference[]
      counts: BooksCounts
      /** False when there was more than is looked at. */
      isWhole: boolean
    }
  | { ok: false; reason: 'provider-away' }

/** Longer than an authorisation lasts, and than most buyers take to dispute. */
const usualDays = 35
const usualGrace = 5
const usualMost = 20_000
/** Differences that are kept; the count is kept whole. */
const mostKept = 200
/** A refund that waits longer is a difference, in minutes. */
const refundGrace = 60

/**
 * Compares our orders, refunds, checkouts and stock with the provider's payments, refunds and pages,
 * and keeps what it finds for staff. Nothing is changed: each difference is asked about once more
 * before it counts. That the provider was away is kept too.
 */
export async function checkBooks(parts: BooksParts, wish: BooksWish): Promise<CheckedBooks> {
  const { db, clock, log } = parts
  const { days = usualDays, askedBy, graceMinutes = usualGrace, most = usualMost } = wish
  const startedAt = clock()
  const to = new Date(startedAt.getTime() - graceMinutes * 60_000)
  const span = { from: new Date(to.getTime() - days * 24 * 60 * 60_000), to }
  const id = await startBooksCheck(db, { askedBy, startedAt, spanFrom: span.from, spanTo: span.to })
  try {
    const payments = await comparePayments(parts, span, most)
    const refunds = await compareRefunds(parts, span, most)
    const pages = await comparePages(parts, span, most)
    const differences = [
      ...payments.differences,
      ...refunds.differences,
      ...pages.differences,
      ...(await ownDifferences(parts, graceMinutes)),
    ]
    const counts = { ...payments.counts, ...refunds.counts, ...pages.counts }
    const isWhole = payments.isWhole && refunds.isWhole && pages.isWhole
    await finishBooksCheck(db, id, {
      finishedAt: clock(),
      counts,
      isWhole,
      differenceCount: differences.length,
      differences: differences.slice(0, mostKept),
    })
    if (differences.length > 0) {
      log.error({ check: id, differences: differences.length }, 'the books do not agree')
    }
    return { ok: true, differences, counts, isWhole }
  } catch (error) {
    await finishBooksCheck(db, id, { finishedAt: clock(), hasFailed: true })
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error, check: id }, 'the books could not be compared: the provider is away')
    return { ok: false, reason: 'provider-away' }
  }
}

/** What is wrong within our own books. */
async function ownDifferences(
  { db, clock }: BooksParts,
  graceMinutes: number,
): Promise<Difference[]> {
  const before = (minutes: number) => new Date(clock().getTime() - minutes * 60_000)
  const [waiting, overdue, stock] = await Promise.all([
    refundsWaiting(db, before(refundGrace), mostKept),
    holdsOverdue(db, before(graceMinutes), mostKept),
    stockDifferences(db),
  ])
  return [
    ...waiting.map(({ order, amountCents }): Difference => {
      return { kind: 'refund-waits', order, amount: amountCents }
    }),
    ...overdue.map((checkout): Difference => ({ kind: 'hold-left-open', checkout })),
    ...stock.flatMap(({ wine, held, heldCounted, sold, soldCounted }): Difference[] => [
      ...(held === heldCounted
        ? []
        : [{ kind: 'held-differs', wine, ours: held, counted: heldCounted } as const]),
      ...(sold === soldCounted
        ? []
        : [{ kind: 'sold-differs', wine, ours: sold, counted: soldCounted } as const]),
    ]),
  ]
}
