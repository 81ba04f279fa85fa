import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'

import { auditLog } from '#platform/audit/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { staffDuties, staffInvitations, users } from '#platform/database/people.tables.ts'

type StaffInvitation = typeof staffInvitations.$inferSelect

/** Inserts an invitation, replacing an earlier one to the same address. */
export async function insertInvitation(
  tx: Transaction,
  invitation: Pick<StaffInvitation, 'tokenHash' | 'email' | 'duties' | 'invitedBy' | 'expiresAt'>,
): Promise<void> {
  await tx.delete(staffInvitations).where(eq(staffInvitations.email, invitation.email))
  await tx.insert(staffInvitations).values(invitation)
}

/** Deletes an unused invitation. False when there is none. */
export async function deleteInvitation(tx: Transaction, email: string): Promise<boolean> {
  const removed = await tx
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.email, email), isNull(staffInvitations.usedAt)))
  return removed.rowCount === 1
}

/** Lets the unused invitations that a user sent expire now. */
export async function endInvitationsBy(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(staffInvitations)
    .set({ expiresAt: sql`least(${staffInvitations.expiresAt}, now())` })
    .where(and(eq(staffInvitations.invitedBy, userId), isNull(staffInvitations.usedAt)))
}

/** Deletes unused invitations that expired before a time. */
export async function deleteInvitationsBefore(db: Queryable, moment: Date): Promise<void> {
  await db
    .delete(staffInvitations)
    .where(and(isNull(staffInvitations.usedAt), lt(staffInvitations.expiresAt, moment)))
}

/** Unused invitations that have not expired, oldest first. */
export const openInvitations = (db: Queryable, now: Date) =>
  db
    .select({
      email: staffInvitations.email,
      duties: staffInvitations.duties,
      expiresAt: staffInvitations.expiresAt,
    })
    .from(staffInvitations)
    .where(and(isNull(staffInvitations.usedAt), gt(staffInvitations.expiresAt, now)))
    .orderBy(asc(staffInvitations.createdAt))

/** Invitations to an address, used or not, for the export of personal data. */
export const invitationsTo = (db: Queryable, email: string) =>
  db
    .select({
      duties: staffInvitations.duties,
      invitedAt: staffInvitations.createdAt,
      expiresAt: staffInvitations.expiresAt,
      usedAt: staffInvitations.usedAt,
    })
    .from(staffInvitations)
    .where(eq(staffInvitations.email, email))

/** An invitation, and the email of the owner who sent it. */
export async function invitationByHash(db: Queryable, tokenHash: string) {
  const [row] = await db
    .select({ invitation: staffInvitations, by: users.email })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.invitedBy))
    .where(eq(staffInvitations.tokenHash, tokenHash))
  return row ?? null
}

/** Marks an invitation as used. False when it was used before, or ended meanwhile with its sender's duty. */
export async function useInvitation(tx: Transaction, tokenHash: string): Promise<boolean> {
  const used = await tx
    .update(staffInvitations)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(staffInvitations.tokenHash, tokenHash),
        isNull(staffInvitations.usedAt),
        sql`${staffInvitations.expiresAt} > clock_timestamp()`,
      ),
    )
  return used.rowCount === 1
}

/** The last 20 former staff members, latest first. */
export async function formerStaff(
  db: Queryable,
): Promise<{ email: string; endedAt: Date; by: string }[]> {
  const rows = await db
    .select({ email: auditLog.subjectLabel, endedAt: auditLog.at, by: auditLog.actorEmail })
    .from(auditLog)
    .where(
      and(
        sql`${auditLog.words} @@ to_tsquery('simple', 'staff & revoked')`,
        eq(auditLog.action, 'staff-revoked'),
        sql`not exists (select from ${staffDuties}
          where ${staffDuties.userId}::text = ${auditLog.subjectId})`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(20)
  return rows.filter(({ email }, index) => rows.findIndex((one) => one.email === email) === index)
}
