import type { ActionFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'

import type { Account, AccountBlock, AccountFields } from '#domain/account.ts'
import { isAccountBlock } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import type { NoticeCode } from '#domain/copy/notices.ts'
import type { FieldErrors } from '#domain/forms/account.ts'
import { readBlock } from '#domain/forms/account.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import { shopContext } from '#web/context.ts'
import { memberOf } from '#web/guards.ts'

/** What a save that did not go through brings back to its form. */
export type AccountAnswer = {
  block: AccountBlock
  values: Partial<AccountFields>
  errors: FieldErrors
  /** How the account stands now, when somebody saved it meanwhile. */
  now: Account | null
}

/** Saves what the account's forms send, on whichever page they stand. */
export async function accountAction({ request, context }: ActionFunctionArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const form = await request.formData()
  const version = Number(form.get('version'))
  const intent = form.get('intent')

  if (intent === 'billing-same' || intent === 'billing-differs') {
    const saved = await shop.chooseBilling(viewer, intent === 'billing-same', version)
    return redirect(backTo(request, saved.ok ? 'saved' : 'saved-elsewhere'), 303)
  }
  if (intent === 'subscription-active' || intent === 'subscription-inactive') {
    await shop.changeSubscription(viewer, intent === 'subscription-active' ? 'active' : 'inactive')
    return redirect(backTo(request, intent), 303)
  }
  if (!isAccountBlock(intent)) throw data(null, { status: 400 })

  const values = readBlock(intent, form)
  const saved = await shop.saveAccount(viewer, intent, values, version)
  if (saved.ok) return redirect(backTo(request, 'saved'), 303)
  return data(answerOf(intent, values, saved), saved.reason === 'invalid' ? 400 : 409)
}

type NotSaved = Exclude<
  Awaited<ReturnType<typeof import('#use-cases/save-account.ts').saveAccount>>,
  { ok: true }
>

function answerOf(
  block: AccountBlock,
  values: Partial<AccountFields>,
  notSaved: NotSaved,
): AccountAnswer {
  switch (notSaved.reason) {
    case 'invalid':
      return { block, values, errors: notSaved.errors, now: null }
    case 'email-taken':
      return { block, values, errors: { email: accountCopy.emailTaken }, now: null }
    case 'saved-elsewhere':
      return { block, values, errors: {}, now: notSaved.account }
  }
}

/** The page the form stands on, with its block closed and the message for what happened. */
function backTo(request: Request, notice: NoticeCode): string {
  const { pathname, search } = new URL(request.url)
  return addressWith(pathname, search, { edit: null, cart: null, notice })
}
