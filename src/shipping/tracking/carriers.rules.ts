export const carriers = ['ups', 'fedex', 'gso', 'other'] as const
export type Carrier = (typeof carriers)[number]

export const carrierName = {
  ups: 'UPS',
  fedex: 'FedEx',
  gso: 'GLS',
  other: 'another carrier',
} as const satisfies Record<Carrier, string>

/** Names of carriers in shippers' files. */
const spellings: Readonly<Record<string, Carrier>> = {
  ups: 'ups',
  'united parcel service': 'ups',
  fedex: 'fedex',
  'fed ex': 'fedex',
  'federal express': 'fedex',
  gso: 'gso',
  gls: 'gso',
  'golden state overnight': 'gso',
  other: 'other',
}

/** `'FedEx'` → `'fedex'`; null for a carrier that is not known. */
export const readCarrier = (text: string): Carrier | null =>
  spellings[
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s._-]+/g, ' ')
  ] ?? null

/** A tracking number without spaces and hyphens, in capitals; null when it is invalid. */
export function readTrackingNumber(text: string): string | null {
  const number = text.replaceAll(/[\s-]+/g, '').toUpperCase()
  return /^[A-Z0-9]{6,40}$/.test(number) ? number : null
}

/** The carrier's own page about a parcel, or null. */
export function trackingUrl(carrier: Carrier, number: string): string | null {
  const each = encodeURIComponent(number)
  const urls = {
    ups: `https://www.ups.com/track?tracknum=${each}`,
    fedex: `https://www.fedex.com/fedextrack/?trknbr=${each}`,
    gso: `https://www.gls-us.com/track-and-trace?trackingNumbers=${each}`,
    other: null,
  } as const
  return urls[carrier]
}

/** Days for which a depot keeps a box after a delivery attempt, unless the carrier names a day. */
export const depotDays = 5
