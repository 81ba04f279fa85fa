import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { DataRequest } from '#accounts/consent/data-requests.store.server.ts'
import {
  finishDataRequest,
  insertDataRequest,
  lockOpenRequest,
  openDataRequests,
  openRequestNotedFor,
} from '#accounts/consent/data-requests.store.server.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'
import { dataRequestsCopy as copy } from './personal-data.copy.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'
import type { DataRequestKind, WhyNotEnded } from '#accounts/consent/data-request.rules.ts'
import { readOutcome } from '#accounts/consent/data-request.rules.ts'

import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/**
 * Requests for data or their erasure that are not done, oldest first; null for others than staff.
 */
export async function viewDataRequests(
  { db }: Services,
  viewer: Staff,
): Promise<DataRequest[] | null> {
  return may(viewer, 'edit-users') ? openDataRequests(db) : null
}

/**
 * Records a data request that reached staff by post, phone or email. An open one for the same address
 * keeps its number, so that a form sent twice is one request. Only for staff.
 */
export async function recordDataRequest(
  { db }: Services,
  viewer: Staff,
  { kind, email }: { kind: DataRequestKind; email: string },
): Promise<Outcome<'not-staff' | 'invalid', { number: number; isNew: boolean }>> {
  if (!may(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  const address = emailAddress(email)
  if (!address) return { ok: false, reason: 'invalid' }
  return db.transaction(async (tx) => {
    const open = await openRequestNotedFor(tx, kind, address)
    if (open !== null) return { ok: true, number: open, isNew: false } as const
    const number = await insertDataRequest(tx, kind, address, { by: viewer.email })
    await writeAuditEntry(
      tx,
      viewer,
      'data-request-recorded',
      auditSubject('data-request', String(number)),
      { after: { kind } },
    )
    return { ok: true, number, isNew: true } as const
  })
}

/**
 * Closes a request, once, with what was done about it; one to erase an address only when nobody here
 * has it, its person took it back or could not be identified. Only for staff.
 */
export async function finishRequest(
  { db }: Services,
  viewer: Staff,
  { number, ...typed }: { number: number; outcome: string; note: string },
): Promise<Outcome<'not-staff' | 'done' | 'not-erased' | WhyNotEnded>> {
  if (!mayWithFreshCode(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const open = await lockOpenRequest(tx, number)
    if (!open) return { ok: false, reason: 'done' }
    const read = readOutcome(open.kind, typed)
    if (!read.ok) return read
    const { outcome, note } = read
    if (!(await finishDataRequest(tx, open, read))) return { ok: false, reason: 'not-erased' }
    await writeAuditEntry(
      tx,
      viewer,
      'data-request-done',
      auditSubject('data-request', String(number)),
      { after: { kind: open.kind, done: copy.outcomes[outcome], ...(note && { note }) } },
    )
    return { ok: true }
  })
}
