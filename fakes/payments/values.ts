import type Stripe from 'stripe'

/** An address with every field present, as responses have it. */
export function filledAddress(
  address: Stripe.AddressParam | Partial<Stripe.Address>,
): Stripe.Address {
  return {
    city: address.city || null,
    country: address.country || null,
    line1: address.line1 || null,
    line2: address.line2 || null,
    postal_code: address.postal_code || null,
    state: address.state || null,
  }
}

export const emptyAddress = (): Stripe.Address => filledAddress({})

export function filledShipping(
  shipping: Stripe.PaymentIntentCreateParams.Shipping,
): Stripe.PaymentIntent.Shipping {
  return {
    address: filledAddress(shipping.address),
    carrier: shipping.carrier ?? null,
    name: shipping.name,
    phone: shipping.phone ?? null,
    tracking_number: shipping.tracking_number ?? null,
  }
}

/** Metadata after an update: an empty value removes a key, empty metadata removes all keys. */
export function mergedMetadata(
  present: Stripe.Metadata | null,
  update: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Stripe.Metadata {
  if (update === undefined) return present ?? {}
  if (update === '' || update === null) return {}
  const merged: Record<string, string> = { ...present }
  for (const [key, value] of Object.entries(update)) {
    if (value === '' || value === null) delete merged[key]
    else merged[key] = String(value)
  }
  return merged
}

export const orNull = <T>(value: T | '' | null | undefined): T | null =>
  value === '' || value === undefined ? null : value

/** The former values of changed fields, for `previous_attributes`. */
export function previousValues<T extends object>(object: T, changes: Partial<T>): Partial<T> {
  const previous: Partial<T> = {}
  for (const key of Object.keys(changes) as (keyof T)[]) {
    if (JSON.stringify(object[key]) !== JSON.stringify(changes[key])) previous[key] = object[key]
  }
  return previous
}

/** As loose as Stripe's check: text, an @, and a host with a dot. */
export const isEmail = (text: string): boolean =>
  text.length <= 512 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)
