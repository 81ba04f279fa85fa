import { z } from 'zod'

import type { Approval, NewApproval } from '#platform/approvals/approvals.store.server.ts'
import {
  approvalById,
  approvalRulesNow,
  closeApproval,
  insertApproval,
  isLapsed,
  lapseApprovals,
  newestApproval,
  saveApprovalRules,
} from '#platform/approvals/approvals.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Actor } from '#platform/audit/audit-log.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { dutiesOf, staffPeople } from '#accounts/users/duties.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Action } from '#platform/access/access.rules.ts'
import { may, mayWithFreshCode } from '#platform/access/access.rules.ts'
import type { ApprovalKind, ApprovalState } from '#platform/approvals/approval.rules.ts'
import { approvalActions } from '#platform/approvals/approval.rules.ts'
import type { AuditValues, SubjectKind } from '#platform/audit/audit.rules.ts'
import { centsTyped } from '../refunds/refund-form.rules.ts'
import type { RefundEffects } from '../refunds/refund-effects.rules.ts'
import type { WhyNotRefunded } from '../refunds/request-refund.actions.server.ts'

import { checked, text, version } from '#platform/action/form-fields.ts'
import { refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

/** A request for approval by a second person, as pages show it. */
export type ApprovalView = {
  id: string
  kind: ApprovalKind
  state: ApprovalState
  detail: string
  amountCents: number | null
  /** The reason in the email about a refund. */
  reason: string
  /** Effects of a refund on stock, allocation and boxes. */
  effects: RefundEffects
  /** The shipment that is replaced, where nothing is refunded. */
  replaces: number | null
  askedBy: string
  askedAt: Date
  isOwn: boolean
  lapsesAt: Date
  decidedBy: string
  decidedAt: Date | null
}

const subjectKindOf = { refund: 'order', 'end-release': 'release' } as const satisfies Record<
  ApprovalKind,
  SubjectKind
>

/** The subject of an audit log entry about an approval: the order or the release. */
const aboutApproval = ({ kind, subject, number, detail }: NewApproval) => ({
  kind: subjectKindOf[kind],
  id: subject,
  label: number === null ? detail : `K-${number}`,
})

/** Requests approval by a second person. Null when a request for the same is open. */
export async function askApproval(
  tx: Transaction,
  viewer: Staff,
  asked: NewApproval,
  after: AuditValues,
): Promise<Approval | null> {
  const approval = await insertApproval(tx, asked, viewer)
  if (!approval) return null
  await writeAuditEntry(tx, viewer, 'approval-asked', aboutApproval(asked), { after })
  return approval
}

/** Records an approval, in the transaction that carries it out. False when it is closed or has lapsed. */
export async function giveApproval(
  tx: Transaction,
  viewer: Staff,
  approval: Approval,
): Promise<boolean> {
  if (!(await closeApproval(tx, approval.id, 'approved', viewer))) return false
  await note(tx, viewer, approval, 'approval-given')
  return true
}

const note = (
  tx: Transaction,
  actor: Actor,
  approval: Approval,
  action: 'approval-given' | 'approval-declined' | 'approval-withdrawn' | 'approval-lapsed',
) =>
  writeAuditEntry(tx, actor, action, aboutApproval(approval), {
    after: {
      requestedBy: approval.askedByEmail,
      ...(approval.amountCents !== null && { amountCents: approval.amountCents }),
    },
  })

/** Whether the person who requested it still has the right to do it. */
export async function mayAskerStill(
  tx: Queryable,
  { askedBy, kind, wish }: Approval,
): Promise<boolean> {
  const user = askedBy ? await userById(tx, askedBy) : null
  if (!user || user.eraseAt) return false
  const action: Action = wish['replaces'] ? 'ship-orders' : approvalActions[kind]
  return may({ role: user.role, duties: await dutiesOf(tx, user.id) }, action)
}

export type WhyNotDecided =
  | 'not-staff'
  | 'code-due'
  | 'gone'
  | 'own'
  | 'not-own'
  | 'closed'
  | 'lapsed'

export type Verdict = 'approve' | 'decline' | 'withdraw'

/** What came of a verdict; an approved refund with its state at the provider. */
export type DecidedApproval = Outcome<
  WhyNotDecided | WhyNotRefunded | 'asker-gone' | 'wrong-state',
  {
    refund?: {
      state: 'requested' | 'made' | 'failed'
      amountCents: number
      failure: string | null
    }
  }
>

/** The open request for approval, if this viewer may decide on it. Nobody approves their own. */
export async function readForDecision(
  { db }: Services,
  viewer: Staff,
  id: string,
  verdict: Verdict,
): Promise<{ approval: Approval } | { ok: false; reason: WhyNotDecided }> {
  const approval = isUuid(id) ? await approvalById(db, id) : null
  if (!approval) return { ok: false, reason: 'gone' }
  const action = approvalActions[approval.kind]
  if (!may(viewer, action)) return { ok: false, reason: 'not-staff' }
  if (verdict === 'approve' && !mayWithFreshCode(viewer, action)) {
    return { ok: false, reason: 'code-due' }
  }
  const isOwn = approval.askedBy === viewer.id
  if (verdict === 'withdraw' ? !isOwn : isOwn) {
    return { ok: false, reason: isOwn ? 'own' : 'not-own' }
  }
  return approval.state === 'open' ? { approval } : { ok: false, reason: 'closed' }
}

/** Declines a colleague's request, or withdraws the viewer's own. */
export async function endApproval(
  services: Services,
  viewer: Staff,
  id: string,
  verdict: 'decline' | 'withdraw',
): Promise<Outcome<WhyNotDecided>> {
  const { db } = services
  const read = await readForDecision(services, viewer, id, verdict)
  if (!('approval' in read)) return read
  const { approval } = read
  const state = verdict === 'decline' ? 'declined' : 'withdrawn'
  const isClosed = await db.transaction(async (tx) => {
    if (!(await closeApproval(tx, id, state, viewer))) return false
    await note(tx, viewer, approval, `approval-${state}`)
    return true
  })
  return isClosed ? { ok: true } : { ok: false, reason: await whyClosed(db, id) }
}

/** Why a request is no longer open. */
export const whyClosed = async (db: Queryable, id: string): Promise<'lapsed' | 'closed'> =>
  (await isLapsed(db, id)) ? 'lapsed' : 'closed'

/** Ends the requests that were not approved in time. Runs each minute. */
export async function lapseOpenApprovals({ db }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    for (const approval of await lapseApprovals(tx)) {
      await note(tx, { id: null, email: 'the shop' }, approval, 'approval-lapsed')
    }
  })
}

/** Days for which a page shows the outcome of the last request. */
const shownDays = 3

/** The open request about an order or release, or the outcome of the last; null without one. */
export async function approvalOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Staff,
  kind: ApprovalKind,
  subject: string,
): Promise<ApprovalView | null> {
  if (!may(viewer, approvalActions[kind])) return null
  const found = await newestApproval(db, kind, subject)
  if (!found) return null
  const isOver = found.state === 'open' && (await isLapsed(db, found.id))
  const { decidedAt } = found
  const { stockBack, toAllocation, box } = found.wish as RefundEffects
  if (decidedAt && clock().getTime() - decidedAt.getTime() > shownDays * 86_400_000) return null
  return {
    id: found.id,
    kind,
    state: isOver ? 'lapsed' : found.state,
    detail: found.detail,
    amountCents: found.amountCents,
    reason: typeof found.wish['reason'] === 'string' ? found.wish['reason'] : '',
    effects: { stockBack, toAllocation, box },
    replaces: typeof found.wish['replaces'] === 'number' ? found.wish['replaces'] : null,
    askedBy: found.askedByEmail ?? '',
    askedAt: found.askedAt,
    isOwn: found.askedBy === viewer.id,
    lapsesAt: found.lapsesAt,
    decidedBy: found.decidedByEmail ?? '',
    decidedAt,
  }
}

/** In cents; null where nothing is typed. */
const amountOrNone = text().transform((typed, { addIssue }) => {
  if (typed === '') return null
  const cents = centsTyped(typed)
  if (cents !== null && cents <= 100_000_000) return cents
  addIssue('An amount in dollars between 0.01 and 1,000,000, please, or nothing.')
  return null
})

/**
 * Sets the amount above which a refund needs approval by a second person, and whether ending a
 * release does.
 */
export const setApprovalRules = staffAction({
  duty: 'manage-people',
  fresh: true,
  log: 'approval-rules-set',
  form: z.object({ over: amountOrNone, endsRelease: checked(), version: version() }),
  record: approvalRulesNow,
  async run({ tx, record, audit }, { over: refundOverCents, endsRelease }) {
    const before = record!
    const people = await staffPeople(tx)
    const canDo = (action: Action) =>
      people.filter(({ duties }) => may({ role: 'staff', duties }, action)).length
    const isAlone =
      (refundOverCents !== null && canDo(approvalActions.refund) < 2) ||
      (endsRelease && canDo(approvalActions['end-release']) < 2)
    if (isAlone) {
      return refuse(
        'Fewer than two people could approve this, so everything would lapse. Give another person the duty first.',
      )
    }
    const after = { refundOverCents, endsRelease }
    if (!(await saveApprovalRules(tx, { ...after, version: before.version }))) {
      return savedElsewhere()
    }
    audit(auditSubject('user', 'staff', 'second approval'), {
      before: { refundOverCents: before.refundOverCents, endsRelease: before.endsRelease },
      after,
    })
  },
  say: () => 'Saved.',
})
