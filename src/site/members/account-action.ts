import type { ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { data } from 'react-router'

import type { AccountFields, AccountBlock } from '#accounts/account/account-form.rules.ts'
import { readBlock, isAccountBlock } from '#accounts/account/account-form.rules.ts'
import { accountCopy as copy } from '#accounts/account/account.copy.ts'
import { chooseBilling } from '#accounts/account/choose-billing.actions.server.ts'
import type { SavedAccount } from '#accounts/account/save-account.actions.server.ts'
import { saveAccount } from '#accounts/account/save-account.actions.server.ts'
import type { AccountResult, SubscriptionResult } from '#accounts/account/shown-account.ts'
import { isOfPassword } from '#accounts/sign-in/identity-codes.rules.ts'
import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { addressReturn } from '#platform/http/address-return.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { changeSubscription } from '#requests/change-subscription.actions.server.ts'
import { viewCart } from '#storefront/cart/view-cart.actions.server.ts'

/** Saves what the account's forms send, on whichever page they stand. */
export async function accountAction({ request, url, context }: ActionFunctionArgs) {
  const { services, viewer } = callerOf(context)
  const form = await request.formData()
  const version = wholeNumberIn(textOf(form, 'version'))
  const intent = form.get('intent')

  // Another tab may have signed in as another user: the form belongs to the user it was shown to.
  const shownTo = form.get('account')
  if (shownTo !== null && shownTo !== viewer.id) {
    return backTo(url, bad(copy.otherAccount), context)
  }

  if (intent === 'billing-same' || intent === 'billing-differs') {
    const saved = await chooseBilling(services, viewer, intent === 'billing-same', version)
    return backTo(url, saved.ok ? good(copy.saved) : bad(copy.savedElsewhere), context)
  }
  if (intent === 'subscription-active' || intent === 'subscription-inactive') {
    await refuseHeadless({ request, context })
    const subscription = intent === 'subscription-active' ? 'active' : 'inactive'
    await changeSubscription(services, viewer, subscription)
    // Sent in the background: a redirect would close the form that may be open.
    if (form.has('stay')) return data<SubscriptionResult>({ subscription })
    return backTo(url, good(copy.subscription[subscription].alert), context)
  }
  if (!isAccountBlock(intent)) throw httpError(400)

  const values = readBlock(intent, form)
  if (values.email !== undefined && values.email !== viewer.email) {
    await refuseHeadless({ request, context })
  }
  const password = textOf(form, 'password')
  const change = { block: intent, values, version, password }
  const saved = await saveAccount(services, viewer, change, request.headers)
  if (saved.ok) {
    const back = addressReturn(url)
    // An address that wine may not go to is shown with the reason first.
    if (back && (await viewCart(services, viewer)).shipToProblem === null) {
      const response = redirectWithFlash(back.to, { ...good(copy.saved), at: back.at }, context)
      // As `redirectDocument` does.
      if (back.isDocument) response.headers.set('x-remix-reload-document', 'true')
      return response
    }
    return backTo(url, good(saved.emailAsked ? copy.newEmail.asked : copy.saved), context)
  }
  return data(resultOf(intent, values, saved), saved.reason === 'invalid' ? 400 : 409)
}

const good = (sentence: string) => ({ tone: 'good', sentence }) as const
const bad = (sentence: string) => ({ tone: 'bad', sentence }) as const

type NotSaved = Exclude<SavedAccount, { ok: true }>

function resultOf(
  block: AccountBlock,
  values: Partial<AccountFields>,
  notSaved: NotSaved,
): AccountResult {
  const refusals = { emailRefusal: null, passwordRefusal: null }
  const result: AccountResult = { block, values, errors: {}, ...refusals, now: null }
  switch (notSaved.reason) {
    case 'invalid':
      return { ...result, errors: notSaved.errors }
    case 'email-refused':
      return isOfPassword(notSaved.code)
        ? { ...result, passwordRefusal: identitySentence(notSaved.code) }
        : { ...result, emailRefusal: identitySentence(notSaved.code) }
    case 'saved-elsewhere':
      return { ...result, now: notSaved.account }
  }
}

/** Redirects to the page of the form, with its block closed and the message for what happened. */
const backTo = (
  { pathname, search }: URL,
  notice: ReturnType<typeof good | typeof bad>,
  context: Readonly<RouterContextProvider>,
): Response =>
  redirectWithFlash(
    urlWith(pathname, search, { edit: null, cart: null }),
    { ...notice, at: 'content' },
    context,
  )
