import type { Product } from '#catalogue/wines/catalogue.rules.ts'

/** A caller's claims about the customer (specification, section 3, User); a text is an id alone. */
export type UserClaim = string | Readonly<Record<string, unknown>>

/** A caller's claims about the product (specification, section 3, Product). */
export type ProductClaim = string | ({ id: string } & Readonly<Record<string, unknown>>)

type ClaimedUser = { id: string; email: string; stripeCustomerId: string | null }
type ClaimedProduct = Pick<Product, 'id' | 'title' | 'titleCart' | 'price'>

type Table<Subject> = Readonly<Record<string, (value: unknown, subject: Subject) => boolean>>

const isId = (value: unknown, user: ClaimedUser) => value !== '' && value === user.id
/** `none` stands for no customer yet; one may have been created since the caller read the record. */
const isCustomer = (value: unknown, user: ClaimedUser) =>
  value === 'none' || (value !== '' && value === user.stripeCustomerId)
const isEmail = (value: unknown, user: ClaimedUser) => isSameText(value, user.email)
const isTitle = (value: unknown, product: ClaimedProduct) =>
  isSameText(value, product.title) || isSameText(value, product.titleCart)

/** The fields of a user record that are compared, and how; every other field is accepted unread. */
const userFields: Table<ClaimedUser> = {
  // The record of a payment customer carries the customer's id under the same name.
  id: (value, user) => isId(value, user) || (value !== 'none' && isCustomer(value, user)),
  clientUID: isId,
  email: isEmail,
  stripeCustomerId: isCustomer,
  stripeId: isCustomer,
  customerId: isCustomer,
  customer: isCustomer,
}

/** The same for a product record. A price is dollars; as `{ unit_amount }` it is cents. */
const productFields: Table<ClaimedProduct> = {
  id: (value, product) => value === product.id,
  title: isTitle,
  titleCart: isTitle,
  price: (value, product) => centsOf(value) === product.price,
}

/** Whether all claims about the customer are true; a guest (null) has no record. */
export function isTrueOfUser(claim: UserClaim, user: ClaimedUser | null): boolean {
  if (typeof claim === 'string') {
    return (
      user !== null && [isId, isCustomer, isEmail].some((is) => claim !== 'none' && is(claim, user))
    )
  }
  const subject = user ?? { id: '', email: '', stripeCustomerId: null }
  return isTrue(userFields, claim, subject)
}

/** Whether all claims about a product are true; null for a product that does not exist. */
export const isTrueOfProduct = (claim: ProductClaim, product: ClaimedProduct | null): boolean =>
  product !== null &&
  isTrue(productFields, typeof claim === 'string' ? { id: claim } : claim, product)

/** An absent value claims nothing. */
const isTrue = <Subject>(
  table: Table<Subject>,
  claim: Readonly<Record<string, unknown>>,
  subject: Subject,
): boolean =>
  Object.entries(table).every(([name, isSo]) => {
    const value = claim[name]
    return value === undefined || value === null || isSo(value, subject)
  })

const isSameText = (value: unknown, known: string): boolean =>
  typeof value === 'string' && known !== '' && value.trim().toLowerCase() === known.toLowerCase()

/** A claimed price in cents: `450`, `"$1,350.00"`, `{ unit_amount }`; anything else is no price. */
function centsOf(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1e6) / 1e4
  if (typeof value === 'string' && /^\$?\d{1,3}(,?\d{3})*(\.\d{1,2})?$/.test(value.trim())) {
    return Math.round(Number(value.replaceAll(/[$,\s]/g, '')) * 100)
  }
  return typeof value === 'object' && value !== null && 'unit_amount' in value
    ? value.unit_amount
    : null
}
