import { z } from 'zod'

import { dutiesOf, staffPeople } from '#accounts/users/duties.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { StaffAction } from '#platform/access/access.rules.ts'
import { may } from '#platform/access/access.rules.ts'
import { checked, text, version, wholeNumber } from '#platform/action/form-fields.ts'
import type { Refusal } from '#platform/action/refusal.ts'
import { notAllowed, notThere, refuse, savedElsewhere } from '#platform/action/refusal.ts'
import type { Working } from '#platform/action/staff-action.server.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { ApprovalKind, ApprovalState } from '#platform/approvals/approval.rules.ts'
import { approvalActions, approvalHours } from '#platform/approvals/approval.rules.ts'
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
import type { AuditValues, SubjectKind } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import type { RefundEffects } from '../refunds/refund-effects.rules.ts'
import { centsTyped } from '../refunds/refund-form.rules.ts'

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

/** What the log keeps of a request besides what it is about. */
const changeOf = ({ askedByEmail, amountCents }: Approval) => ({
  after: { requestedBy: askedByEmail, ...(amountCents !== null && { amountCents }) },
})

/** Records an approval, in the transaction that carries it out. Refuses when it is closed or has lapsed. */
export async function giveApproval(
  tx: Transaction,
  { viewer, audit }: Pick<Working, 'viewer' | 'audit'>,
  approval: Approval,
): Promise<void> {
  const isGiven = await closeApproval(tx, approval.id, 'approved', viewer)
  if (!isGiven) throw await whyClosed(tx, approval.id, viewer)
  await audit(tx, aboutApproval(approval), changeOf(approval))
}

/** Refuses where the person who requested it no longer has the right to do it. */
export async function demandAsker(tx: Queryable, { askedBy, kind, wish }: Approval): Promise<void> {
  const user = askedBy ? await userById(tx, askedBy) : null
  const action: StaffAction = wish['replaces'] ? 'ship-orders' : approvalActions[kind]
  const isStill = user && may({ role: user.role, duties: await dutiesOf(tx, user.id) }, action)
  if (!isStill) {
    throw refuse('The person who asked no longer has the duty for it, so it cannot be approved.')
  }
}

/** A request, and what its page is about: the number of the order, or the id of the release. */
export const approvalForm = z.object({
  approval: text(),
  number: wholeNumber().optional(),
  id: text().optional(),
})

/**
 * The open request for approval on this page that this viewer may decide on. Nobody approves or
 * declines their own; only their own they take back.
 */
export async function approvalToDecide(
  db: Queryable,
  viewer: Staff,
  { approval: asked, number, id }: z.output<typeof approvalForm>,
  { kind, isOwn = false }: { kind?: ApprovalKind; isOwn?: boolean } = {},
): Promise<Approval> {
  const approval = isUuid(asked) ? await approvalById(db, asked) : null
  if (!approval || (kind && approval.kind !== kind)) throw notThere()
  // It is decided where it is shown, not by the form of another order or release.
  const isOfPage = approval.kind === 'refund' ? approval.number === number : approval.subject === id
  if (!isOfPage) throw notThere()
  if (!may(viewer, approvalActions[approval.kind])) throw notAllowed()
  if ((approval.askedBy === viewer.id) !== isOwn) {
    throw refuse(
      isOwn
        ? 'Only the person who asked for this can withdraw it.'
        : 'You asked for this yourself, so someone else has to approve it.',
    )
  }
  if (approval.state !== 'open') throw refuse(whyNotOpen(approval, viewer))
  return approval
}

/** Why a request is no longer open; who pressed twice reads that they did it themselves. */
function whyNotOpen({ state, decidedBy }: Approval, viewer: Staff): string {
  if (state === 'lapsed') return expired
  if (decidedBy !== viewer.id) return 'Another person has already decided this.'
  return state === 'withdrawn'
    ? 'You have already withdrawn this.'
    : 'You have already decided this.'
}

const expired = `This expired: nobody approved it within ${approvalHours} hours. You can ask again.`

/** Why a request was not closed that was open a moment ago. */
export async function whyClosed(db: Queryable, id: string, viewer: Staff): Promise<Refusal> {
  const approval = await approvalById(db, id)
  return refuse(approval && approval.state !== 'open' ? whyNotOpen(approval, viewer) : expired)
}

/** Declines a colleague's request. */
export const declineApproval = staffAction({
  needs: 'see-admin',
  log: 'approval-declined',
  form: approvalForm,
  async run({ tx, viewer, audit }, asked) {
    const approval = await approvalToDecide(tx, viewer, asked)
    const { id } = approval
    if (!(await closeApproval(tx, id, 'declined', viewer))) return whyClosed(tx, id, viewer)
    audit(aboutApproval(approval), changeOf(approval))
  },
  say: () => 'Declined. Nothing was done.',
})

/** Withdraws the viewer's own request. */
export const withdrawApproval = staffAction({
  needs: 'see-admin',
  log: 'approval-withdrawn',
  form: approvalForm,
  async run({ tx, viewer, audit }, asked) {
    const approval = await approvalToDecide(tx, viewer, asked, { isOwn: true })
    const { id } = approval
    if (!(await closeApproval(tx, id, 'withdrawn', viewer))) return whyClosed(tx, id, viewer)
    audit(aboutApproval(approval), changeOf(approval))
  },
  say: () => 'Withdrawn. Nothing was done.',
})

const shop = { id: null, email: 'the shop' }

/** Ends the requests that were not approved in time. Runs each minute. */
export async function lapseOpenApprovals({ db }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    for (const approval of await lapseApprovals(tx)) {
      const about = aboutApproval(approval)
      await writeAuditEntry(tx, shop, 'approval-lapsed', about, changeOf(approval))
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
  const { stockBack, toAllocation, box, purpose } = found.wish as RefundEffects
  if (decidedAt && clock().getTime() - decidedAt.getTime() > shownDays * 86_400_000) return null
  return {
    id: found.id,
    kind,
    state: isOver ? 'lapsed' : found.state,
    detail: found.detail,
    amountCents: found.amountCents,
    reason: typeof found.wish['reason'] === 'string' ? found.wish['reason'] : '',
    effects: { stockBack, toAllocation, box, purpose },
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
  needs: 'manage-people',
  fresh: true,
  log: 'approval-rules-set',
  form: z.object({ over: amountOrNone, endsRelease: checked(), version: version() }),
  record: approvalRulesNow,
  async run({ tx, record, audit }, { over: refundOverCents, endsRelease }) {
    const before = record!
    const people = await staffPeople(tx)
    const canDo = (action: StaffAction) =>
      people.filter(({ duties }) => may({ role: 'staff', duties }, action)).length
    const isAlone =
      (refundOverCents !== null && canDo(approvalActions.refund) < 2) ||
      (endsRelease && canDo(approvalActions['end-release']) < 2)
    if (isAlone) {
      return refuse(
        'Fewer than two people could approve this, so every request would expire. Give another person the duty first.',
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
