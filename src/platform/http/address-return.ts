import { urlWith } from '../layout/use-page-url.ts'
import type { FlashPlace } from './flash.rules.ts'
import { paths } from './paths.rules.ts'

/** Pages that ask for the shipping address before they go on; elsewhere the cart's panel does. */
const asking = {
  card: paths.card(),
  ship: paths.shipping(),
  purchase: paths.purchase(),
} as const

/** A form of the account, which leads back to the page at `pathname` once it is saved. */
export function accountFormFrom(pathname: string, block: 'personal' | 'shipping'): string {
  const from = Object.entries(asking).find(([, page]) => page === pathname)?.[0] ?? 'cart'
  return paths.members('account', { edit: block, from })
}

type Page = { pathname: string; search: string }

type AddressReturn = {
  to: string
  /** Where the message is shown. */
  at: FlashPlace
  /** Loaded as a document: the card panel's policy allows the payment provider's script. */
  isDocument: boolean
}

/** Where the address form at this URL leads back to; null if nowhere. */
export function addressReturn({ pathname, search }: Page): AddressReturn | null {
  const from = new URLSearchParams(search).get('from')
  if (from === 'cart') {
    const to = urlWith(pathname, search, { edit: null, from: null, cart: 'open' })
    return { to, at: 'cart', isDocument: false }
  }
  return from !== null && Object.hasOwn(asking, from)
    ? { to: asking[from as keyof typeof asking], at: 'content', isDocument: true }
    : null
}
