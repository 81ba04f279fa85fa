import type { ActionFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'

import type { Account, AccountBlock, AccountFields } from '#domain/account.ts'
import { isAccountBlock } from '#domain/account.ts'
import { identitySentence } from '#domain/copy/identity.ts'
import type { NoticeCode } from '#domain/copy/notices.ts'
import type { FieldErrors } from '#domain/forms/account.ts'
import { readBlock } from '#domain/forms/account.ts'
import { isOfPassword } from '#domain/identity-codes.ts'
import type { SavedAccount } from '#use-cases/account/save-account.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import { shopContext } from '#web/context.ts'
import { memberOf } from '#web/guards.ts'

/** What a save that did not go through brings back to its form. */
export type AccountAnswer = {
  block: AccountBlock
  values: Partial<AccountFields>
  errors: FieldErrors
  /** Why a new email was not asked for. */
  emailRefusal: string | null
  /** What is wrong with the password that a new email asks for. */
  passwordRefusal: string | null
  /** How the account stands now, when somebody saved it meanwhile. */
  now: Account | null
}

/** Saves what the account's forms send, on whichever page they stand. */
export async function accountAction({ request, url, context }: ActionFunctionArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const form = await request.formData()
  const version = Number(form.get('version'))
  const intent = form.get('intent')

  // Another tab may have signed in as somebody else: the form is of whom it was shown to.
  const shownTo = form.get('account')
  if (shownTo !== null && shownTo !== viewer.id) return redirect(backTo(url, 'other-account'), 303)

  if (intent === 'billing-same' || intent === 'billing-differs') {
    const saved = await shop.chooseBilling(viewer, intent === 'billing-same', version)
    return redirect(backTo(url, saved.ok ? 'saved' : 'saved-elsewhere'), 303)
  }
  if (intent === 'subscription-active' || intent === 'subscription-inactive') {
    await shop.changeSubscription(viewer, intent === 'subscription-active' ? 'active' : 'inactive')
    return redirect(backTo(url, intent), 303)
  }
  if (!isAccountBlock(intent)) throw data(null, { status: 400 })

  const values = readBlock(intent, form)
  const password = String(form.get('password') ?? '')
  const change = { block: intent, values, version, password }
  const saved = await shop.saveAccount(viewer, change, request.headers)
  if (saved.ok) return redirect(backTo(url, saved.emailAsked ? 'email-asked' : 'saved'), 303)
  return data(answerOf(intent, values, saved), saved.reason === 'invalid' ? 400 : 409)
}

type NotSaved = Exclude<SavedAccount, { ok: true }>

function answerOf(
  block: AccountBlock,
  values: Partial<AccountFields>,
  notSaved: NotSaved,
): AccountAnswer {
  const refusals = { emailRefusal: null, passwordRefusal: null }
  const answer: AccountAnswer = { block, values, errors: {}, ...refusals, now: null }
  switch (notSaved.reason) {
    case 'invalid':
      return { ...answer, errors: notSaved.errors }
    case 'email-refused':
      return isOfPassword(notSaved.code)
        ? { ...answer, passwordRefusal: identitySentence(notSaved.code) }
        : { ...answer, emailRefusal: identitySentence(notSaved.code) }
    case 'saved-elsewhere':
      return { ...answer, now: notSaved.account }
  }
}

/** The page the form stands on, with its block closed and the message for what happened. */
function backTo({ pathname, search }: URL, notice: NoticeCode): string {
  return addressWith(pathname, search, { edit: null, cart: null, notice })
}
