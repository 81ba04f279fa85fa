import { deleteInvitationsBefore } from '#data/people/staff-invitations.ts'
import { deleteAttemptsBefore } from '#data/sign-in/attempts.ts'
import { deleteEmailChangesBefore } from '#data/sign-in/email-changes.ts'
import { deleteEntryLinksBefore } from '#data/sign-in/entry-links.ts'
import { deleteKeptFormsBefore } from '#data/sign-in/kept-forms.ts'
import { deleteSessionsBefore } from '#data/sign-in/login-sessions.ts'
import { deleteLinksBefore } from '#data/sign-in/one-time-links.ts'

import type { Services } from '#platform/services/services.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Deletes expired login sessions, changes of email and kept forms, and links and unused invitations
 * a day later.
 */
export async function cleanUpSignIn({ db, clock }: Services): Promise<void> {
  const now = clock()
  await deleteSessionsBefore(db, now)
  await deleteEmailChangesBefore(db, now)
  await deleteKeptFormsBefore(db, now)
  await deleteLinksBefore(db, new Date(now.getTime() - day))
  await deleteEntryLinksBefore(db, new Date(now.getTime() - day))
  await deleteInvitationsBefore(db, new Date(now.getTime() - day))
}

/** Deletes attempts older than a day: no limit looks back further. */
export const deleteOldAttempts = ({ db, clock }: Services): Promise<void> =>
  deleteAttemptsBefore(db, new Date(clock().getTime() - day))
