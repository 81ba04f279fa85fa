import { eq, sql } from 'drizzle-orm'

import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { AllocationPlan } from './allocation-plan.store.server.ts'
import {
  buildFromRules,
  lockRelease,
  planAllocations,
  rulesOf,
  writeRules,
} from './allocation-plan.store.server.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import type { AllocationRule } from '#catalogue/on-sale/allocation.rules.ts'
import { isUnits } from '#catalogue/on-sale/allocation.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { Services, Staff } from '#platform/services/services.ts'

type NotBuilt = {
  ok: false
  reason: 'not-staff' | 'gone' | 'fixed' | 'bad-units' | 'saved-elsewhere'
}

type PlannedAllocations = { ok: true; plan: AllocationPlan } | NotBuilt

type Wish = {
  /** Null takes the rules that the release has. */
  rules: readonly AllocationRule[] | null
  /** Whether manual rows and those of files stay as they are. */
  keepManual: boolean
}

const hasBadUnits = (rules: readonly AllocationRule[]) =>
  rules.some(({ units }) => Object.values(units).some((count) => !isUnits(count)))

/** The result of a release's rules: people, sums beside the stock, and people without a rule. */
export async function previewAllocations(
  { db }: Services,
  viewer: Staff,
  id: string,
  { rules, keepManual }: Wish,
): Promise<PlannedAllocations> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  if (!isUuid(id)) return { ok: false, reason: 'gone' }
  const [release] = await db.select().from(releases).where(eq(releases.id, id))
  if (!release) return { ok: false, reason: 'gone' }
  const applied = rules ?? (await rulesOf(db, id))
  if (hasBadUnits(applied)) return { ok: false, reason: 'bad-units' }
  return { ok: true, plan: await planAllocations(db, id, { rules: applied, keepManual }) }
}

type BuiltAllocations =
  | { ok: true; rows: number; plan: AllocationPlan }
  | NotBuilt
  /** A guaranteed release that is scheduled cannot promise more than its stock. */
  | { ok: false; reason: 'over-stock'; plan: AllocationPlan }

class OverStock extends Error {}

/**
 * Saves the rules of a release and builds its allocations from them, all or none. With `keepManual`
 * manual rows stay; no allocation is reduced below what is held and bought. Refused when the version has
 * changed. Only for staff.
 */
export async function buildAllocations(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
  { rules, keepManual, version }: Wish & { version: number },
): Promise<BuiltAllocations> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  if (!isUuid(id)) return { ok: false, reason: 'gone' }
  if (rules && hasBadUnits(rules)) return { ok: false, reason: 'bad-units' }
  let plan: AllocationPlan | null = null
  try {
    return await db.transaction(async (tx): Promise<BuiltAllocations> => {
      const release = await lockRelease(tx, id)
      if (!release) return { ok: false, reason: 'gone' }
      if (release.version !== version) return { ok: false, reason: 'saved-elsewhere' }
      // Rules lower as well as raise: an open release only takes single rows upwards.
      const isAllocated = release.kind === 'allocated'
      if (!isAllocated || mayChange('allocations', release, clock()) !== 'all') {
        return { ok: false, reason: 'fixed' }
      }
      if (rules) await writeRules(tx, id, rules)
      const applied = rules ?? (await rulesOf(tx, id))
      plan = await planAllocations(tx, id, { rules: applied, keepManual })
      const isPromised = release.promise === 'guaranteed' && release.state !== 'draft'
      const rows = await buildFromRules(tx, id, {
        rules: applied,
        keepManual,
        isPromised,
        changedBy: viewer.email,
      }).catch((error: unknown) => {
        const { constraint } = ((error as Error).cause ?? error) as { constraint?: string }
        throw constraint === 'products_stock' ? new OverStock() : error
      })
      await tx
        .update(releases)
        .set({ version: sql`version + 1`, updatedAt: sql`now()` })
        .where(eq(releases.id, id))
      await writeAuditEntry(tx, viewer, 'allocations-built', releaseSubject(id, release.name), {
        after: {
          rows,
          keepManual,
          units: Object.fromEntries(plan.wines.map(({ title, units }) => [title, units])),
        },
      })
      return { ok: true, rows, plan }
    })
  } catch (error) {
    if (error instanceof OverStock && plan) return { ok: false, reason: 'over-stock', plan }
    throw error
  }
}
