import { accountOfUser, columnsOf, saveUserIf } from '#data/accounts.ts'
import { queueMails } from '#data/mails.ts'
import type { Viewer } from '#data/people.ts'
import { userByEmail, userById } from '#data/people.ts'
import { queueJob } from '#data/queue.ts'
import type { Account, AccountBlock, AccountFields } from '#domain/account.ts'
import type { FieldErrors } from '#domain/forms/account.ts'
import { checkBlock } from '#domain/forms/account.ts'

import type { Parts } from './parts.ts'

export type SavedAccount =
  | { ok: true; account: Account }
  | { ok: false; reason: 'invalid'; errors: FieldErrors }
  | { ok: false; reason: 'email-taken' }
  /** Somebody saved since the form was opened; `account` is how it stands now. */
  | { ok: false; reason: 'saved-elsewhere'; account: Account }

/**
 * Saves one block of the member's own account, if it is still the version the form was filled from.
 * The payment customer follows by the queue: saving does not wait for the provider.
 */
export async function saveAccount(
  { db, clock }: Parts,
  viewer: Pick<Viewer, 'id'>,
  block: AccountBlock,
  values: Partial<AccountFields>,
  version: number,
): Promise<SavedAccount> {
  const checked = checkBlock(block, values, clock().toISOString().slice(0, 10))
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const { fields } = checked
  try {
    return await db.transaction(async (tx): Promise<SavedAccount> => {
      const before = await userById(tx, viewer.id)
      if (!before) throw new Error('The signed-in person has no record')
      if (before.version !== version) {
        return { ok: false, reason: 'saved-elsewhere', account: accountOfUser(before) }
      }
      const isNewEmail = fields.email !== undefined && fields.email !== before.email
      if (isNewEmail && (await userByEmail(tx, fields.email!))) {
        return { ok: false, reason: 'email-taken' }
      }
      const saved = await saveUserIf(tx, viewer.id, version, {
        ...columnsOf(fields),
        ...(block === 'personal' && { name: `${fields.firstname} ${fields.lastname}` }),
        ...(isNewEmail && { emailVerified: false }),
      })
      if (!saved) throw new SavedMeanwhile()
      if (isNewEmail) {
        const { firstName, email: oldEmail } = before
        const props = { firstName, oldEmail, newEmail: fields.email! }
        await queueMails(tx, [{ kind: 'email-changed', recipient: oldEmail, props }])
      }
      await queueJob(tx, 'sync-payment-customer', { userId: viewer.id }, `customer:${viewer.id}`)
      return { ok: true, account: accountOfUser(saved) }
    })
  } catch (error) {
    if (isTakenEmail(error)) return { ok: false, reason: 'email-taken' }
    if (!(error instanceof SavedMeanwhile)) throw error
    const now = await userById(db, viewer.id)
    if (!now) throw error
    return { ok: false, reason: 'saved-elsewhere', account: accountOfUser(now) }
  }
}

class SavedMeanwhile extends Error {}

/** Two people took one address at the same moment: the database let one of them have it. */
const isTakenEmail = (error: unknown): boolean =>
  error instanceof Error &&
  (error.cause as { constraint?: string } | undefined)?.constraint === 'users_email_unique'
