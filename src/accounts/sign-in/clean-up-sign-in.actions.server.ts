import { deleteAttemptsBefore } from '#mail/attempts.store.server.ts'
import type { Services } from '#platform/services/services.ts'

import { deleteEmailChangesBefore } from '../email-change/email-changes.store.server.ts'
import { deleteEntryLinksBefore } from '../links/entry-links.store.server.ts'
import { deleteLinksBefore } from '../links/one-time-links.store.server.ts'
import {
  deleteKeptFormsBefore,
  deleteSessionsBefore,
} from '../sessions/login-sessions.store.server.ts'
import { deleteInvitationsBefore } from '../users/staff-invitations.store.server.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Deletes expired login sessions, changes of email and what is left of kept forms, and links and unused invitations
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
