/**
 * What a login session opened by a purchase link may do. Everything that is not listed here requires a
 * full login: a new page, call or use-case is closed to it until it is added.
 */

type Method = 'GET' | 'POST'
const read: readonly Method[] = ['GET']
const both: readonly Method[] = ['GET', 'POST']

/** Allowed pages by route pattern, with their methods. */
const limitedPages: Readonly<Record<string, readonly Method[]>> = {
  // Public pages.
  '': read,
  about: read,
  ourwines: read,
  terms: read,
  privacy: read,
  stay: read,
  thanks: read,
  acquire: read,
  'age-gate': both,
  'unsubscribe/:token': both,
  'your-data/:token': both,
  '*': read,
  // Logging in and out.
  'enter/:token': read,
  enter: both,
  'account/confirm': both,
  'account/session': read,
  login: both,
  'login/google': both,
  'login/google/callback': read,
  'login/passkey': both,
  'reset-password': both,
  logout: both,
  // The purchase.
  members: read,
  mono: read,
  ship: read,
  purchase: both,
  cart: both,
  succes: read,
  'members/requests': both,
}

/** Allowed views of the members' page besides its default. */
const limitedViews: readonly string[] = ['current']

/** Calls under `/api`, by method and path. */
export const limitedCalls: readonly string[] = [
  'POST /create-checkout-session',
  'POST /identity/sign-in',
  'POST /identity/send-out-of-band-code',
  'POST /identity/revoke',
  'POST /identity/report',
  'GET /identity/recaptcha-config',
  'GET /identity/password-policy',
  'GET /identity/authorized-domains',
  'GET /test',
]

/** Use-cases that take a signed-in customer. */
export const limitedUseCases: ReadonlySet<string> = new Set([
  'changeCart',
  'changeOwnRequest',
  'confirmWithPasskey',
  'enterByLink',
  'fillOwnAddress',
  'hasOwnRequests',
  'hasPasskey',
  'matchesRecords',
  'requestConfirmationLink',
  'startCheckout',
  'stayInLine',
  'thankBuyer',
  'viewCart',
  'viewOwnRequests',
  'viewPaidOrder',
  'viewPreview',
  'viewShipTo',
  'withdrawRequest',
])

/** Whether a limited session may request a page, by its route pattern. */
export function isLimitedPage(pattern: string, method: string, view: string | null): boolean {
  const name = pattern.replace(/^\/+/, '')
  const allowed = Object.hasOwn(limitedPages, name) ? limitedPages[name]! : []
  const asked = method === 'HEAD' ? 'GET' : method
  if (!(allowed as readonly string[]).includes(asked)) return false
  return name !== 'members' || view === null || limitedViews.includes(view)
}
