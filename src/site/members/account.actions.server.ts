import type { AccountBlock, AccountFields } from '#accounts/account/account-form.rules.ts'
import { readBlock } from '#accounts/account/account-form.rules.ts'
import { accountCopy as copy } from '#accounts/account/account.copy.ts'
import { chooseBilling } from '#accounts/account/choose-billing.actions.server.ts'
import type { SavedAccount } from '#accounts/account/save-account.actions.server.ts'
import { saveAccount } from '#accounts/account/save-account.actions.server.ts'
import type { AccountResult, SubscriptionResult } from '#accounts/account/shown-account.ts'
import { isOfPassword } from '#accounts/sign-in/identity-codes.rules.ts'
import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import type { Said } from '#platform/action/carry-out.server.ts'
import type { Customer, CustomerAction } from '#platform/action/customer-action.server.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { readBy } from '#platform/action/form-fields.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { notThere, Refusal, refuse } from '#platform/action/refusal.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { addressReturn } from '#platform/http/address-return.ts'
import { urlWith } from '#platform/layout/use-page-url.ts'
import type { Services } from '#platform/services/services.ts'
import { changeSubscription } from '#requests/change-subscription.actions.server.ts'
import { viewCart } from '#storefront/cart/view-cart.actions.server.ts'

type Asked = { services: Services; viewer: Customer; headers: Headers }
type Sent = { form: FormData; version: number; pathname: string; search: string }
type Came = Said & Partial<SubscriptionResult>

/** What a form of the account does; its page is shown with the block closed. */
const change = (
  run: (asked: Asked, sent: Sent) => Promise<Came | Refusal>,
  access: { mails?: true } = {},
): CustomerAction<Came, 'member', 'change', object> & {
  shows?: AccountResult | SubscriptionResult
} =>
  customerWork({
    for: 'member',
    ...access,
    form: readBy((form) => form),
    async run(asked, form) {
      const { viewer } = asked
      const [pathname, search] = [textOf(form, 'pathname'), textOf(form, 'search')]
      if (textOf(form, 'edited') && form.get('edited') !== viewer.id) return notThere()
      const back = {
        to: urlWith(pathname, search, { edit: null, cart: null }),
        at: 'content',
      } as const
      // Another tab may have signed in as another user: the form belongs to the user it was shown to.
      if (form.has('account') && form.get('account') !== viewer.id) {
        return refuse(copy.otherAccount, { elsewhere: back })
      }
      const version = wholeNumberIn(form.get('version')) ?? 0
      const came = await run(asked, { form, version, pathname, search })
      return came instanceof Refusal ? came : { ...back, ...came }
    },
    say: (said) => said,
  })

const billing = (isSame: boolean) =>
  change(async ({ services, viewer }, { version }) => {
    const saved = await chooseBilling(services, viewer, isSame, version)
    return saved.ok ? { sentence: copy.saved } : { sentence: copy.savedElsewhere, tone: 'bad' }
  })

const subscribing = (subscription: 'active' | 'inactive') =>
  change(
    async ({ services, viewer }, { form }) => {
      await changeSubscription(services, viewer, subscription)
      // Sent in the background: a redirect would close the form that may be open.
      if (form.has('stay')) return { subscription, stays: 200 }
      return { sentence: copy.subscription[subscription].alert }
    },
    { mails: true },
  )

const saving = (block: AccountBlock) =>
  change(async ({ services, viewer, headers }, { form, version, pathname, search }) => {
    const values = readBlock(block, form)
    const isNewEmail = values.email !== undefined && values.email !== viewer.email
    if (isNewEmail && services.mail.rules.whyNotTake(headers.get('user-agent'))) {
      return new Refusal(451, '')
    }
    const wish = { block, values, version, password: textOf(form, 'password') }
    const saved = await saveAccount(services, viewer, wish, headers)
    if (!saved.ok) {
      const shown = resultOf(block, values, saved)
      return new Refusal(saved.reason === 'invalid' ? 400 : 409, copy.fixFirst, {}, { shown })
    }
    const back = addressReturn({ pathname, search })
    // An address that wine may not go to is shown with the reason first.
    if (back && (await viewCart(services, viewer)).shipToProblem === null) {
      return { ...back, sentence: copy.saved }
    }
    return { sentence: saved.emailAsked ? copy.newEmail.asked : copy.saved }
  })

/** The forms of the account. */
export const accountActions = {
  'billing-same': billing(true),
  'billing-differs': billing(false),
  'subscription-active': subscribing('active'),
  'subscription-inactive': subscribing('inactive'),
  personal: saving('personal'),
  shipping: saving('shipping'),
  billing: saving('billing'),
}

/** Carries them out on whichever page they stand, which `edit/{id}` has of one account alone. */
export const action = pageAction(accountActions, ({ url: { pathname, search }, params }) => ({
  ...{ pathname, search, edited: params['id'] ?? '' },
}))

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
