import type { Left } from '../consent/consent.actions.server.ts'
import type { EmailsToAccount } from '../consent/consent.rules.ts'
import type { AccountFields, FieldErrors, AccountBlock } from './account-form.rules.ts'
import type { AccountSummary } from './account-summary.ts'
import type { Account, Subscription } from './account.rules.ts'

/** What the page is told of an account; its fields only where one of its blocks may be open. */
export type ShownAccount = Omit<Account, 'fields' | 'membership'> & {
  fields: AccountFields | null
  emails: EmailsToAccount
  left: Left | null
}

/** An account with a block open. */
export type OpenAccount = ShownAccount & { fields: AccountFields }

export type AccountView = {
  account: ShownAccount
  summary: AccountSummary
  /** The block that the address opens. */
  edit: string | null
}

/** What a save that did not go through brings back to its form. */
export type AccountResult = {
  block: AccountBlock
  values: Partial<AccountFields>
  errors: FieldErrors
  /** Why a new email was not asked for. */
  emailRefusal: string | null
  /** What is wrong with the password that a new email asks for. */
  passwordRefusal: string | null
  /** The account's state now, if it was saved meanwhile. */
  now: Account | null
}

/** A subscription that was changed in the background, as it is now. */
export type SubscriptionResult = { subscription: Subscription }
