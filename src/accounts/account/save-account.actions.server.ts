import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { changesBetween } from '#platform/form/three-way-merge.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { noteContactChoices } from '../consent/contact-choices.actions.server.ts'
import { requestEmailChange } from '../email-change/change-email.actions.server.ts'
import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import { accountOfUser, columnsOf, saveUserIf } from '../users/accounts.store.server.ts'
import { userById } from '../users/users.store.server.ts'
import type { AccountFields, AccountBlock } from './account-form.rules.ts'
import type { FieldErrors } from './account-form.rules.ts'
import { checkBlock } from './account-form.rules.ts'
import type { Account } from './account.rules.ts'
import { queueCustomerSync } from './payment-customer.actions.server.ts'

type AccountChange = {
  block: AccountBlock
  values: Partial<AccountFields>
  /** The version that the form was filled from. */
  version: number
  /** The current password, required for a change of email. */
  password: string
}

export type SavedAccount =
  | { ok: true; account: Account; emailAsked: boolean }
  | { ok: false; reason: 'invalid'; errors: FieldErrors }
  | { ok: false; reason: 'email-refused'; code: IdentityCode }
  /** Saved elsewhere since the form was opened; `account` is its state now. */
  | { ok: false; reason: 'saved-elsewhere'; account: Account }

/**
 * Saves one block of the customer's own account, if its version is unchanged. A new email is not saved
 * but starts a change of email, which both addresses have to confirm (`emailAsked`). A background job
 * updates the payment customer.
 */
export async function saveAccount(
  services: Services,
  viewer: Viewer,
  { block, values, version, password }: AccountChange,
  headers: Headers,
): Promise<SavedAccount> {
  demandConfirmed(viewer)
  const { db } = services
  const before = await accountNow(services, viewer.id)
  const checked = checkBlock(block, values, shopToday(services), before.fields.email)
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const { email, ...fields } = checked.fields

  // A press whose first answer was lost sends again what is saved by now.
  const isSaved = changesBetween(before.fields, { ...before.fields, ...fields }) === null
  if (!isSaved && before.version !== version) {
    return { ok: false, reason: 'saved-elsewhere', account: before }
  }
  let emailAsked = false
  if (email !== undefined && email !== before.fields.email) {
    const asked = await requestEmailChange(services, viewer, { email, password }, headers)
    if (!asked.ok) return { ok: false, reason: 'email-refused', code: asked.code }
    emailAsked = !asked.isSame
  }
  const saved = await db.transaction((tx) => saveFields(services, tx, before, fields))
  if (saved) return { ok: true, account: accountOfUser(saved), emailAsked }
  return { ok: false, reason: 'saved-elsewhere', account: await accountNow(services, viewer.id) }
}

async function accountNow({ db }: Services, userId: string): Promise<Account> {
  const user = await userById(db, userId)
  if (!user) throw new Error('The signed-in person has no record')
  return accountOfUser(user)
}

async function saveFields(
  services: Services,
  tx: Transaction,
  before: Account,
  fields: Partial<AccountFields>,
) {
  const { id: userId, version } = before
  const { firstname, lastname, byEmail } = fields
  const saved = await saveUserIf(tx, userId, version, {
    ...columnsOf(fields),
    ...(byEmail !== undefined && byEmail !== before.fields.byEmail && { byEmailOfStaff: false }),
    // The identity library keeps both names as one.
    ...(firstname !== undefined && { name: `${firstname} ${lastname ?? ''}`.trim() }),
  })
  if (saved && byEmail !== undefined) {
    const { email, emailVerified } = saved
    const page = paths.members('account')
    const change = { before: before.fields, after: saved, by: null, page }
    await noteContactChoices(services, tx, { email, emailVerified, ...change })
  }
  if (saved) await queueCustomerSync(tx, userId)
  return saved
}
