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

/** The form of each carrier's tracking numbers. */
const numberForms = {
  ups: /^(?:1Z[A-Z0-9]{16}|T\d{10}|\d{9}|\d{12})$/,
  fedex: /^(?:\d{12}|\d{15}|\d{20}|\d{22}|\d{34})$/,
  gso: /^(?=.*\d)[A-Z0-9]{8,20}$/,
  other: /^(?=.*\d)[A-Z0-9]{6,40}$/,
} as const satisfies Record<Carrier, RegExp>

/** Most groups of characters, divided by spaces and the like, in which tracking numbers are written. */
const maxGroups = 40

/** Letters and digits of a tracking number, in capitals. */
const tidyNumber = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/**
 * The tracking numbers of a carrier in a cell or field, each in capitals without spaces and hyphens; null
 * where it is not made of such numbers alone. Spaces divide numbers, or the groups of one: `7946 5512 3458`.
 */
export function readTrackingNumbers(carrier: Carrier, text: string): string[] | null {
  const groups = text
    .toUpperCase()
    .split(/[\s,;/|&+="'‘’“”]+|\bAND\b/)
    .map((group) => group.replaceAll(/[-‐–]/g, ''))
  if (groups.length > maxGroups) return null
  const isOne = (number: string) => numberForms[carrier].test(number)
  if (groups.every(isOne)) return [...new Set(groups)]
  if (isOne(groups.join(''))) return [groups.join('')]
  // From the last group on: the numbers that it and those behind it make.
  const from: (string[] | null)[] = [[]]
  for (let start = groups.length - 1; start >= 0; start--) {
    let found: string[] | null = null
    for (let end = start + 1; end <= groups.length && !found; end++) {
      const rest = from[end - start - 1]
      const number = groups.slice(start, end).join('')
      if (rest && isOne(number)) found = [number, ...rest]
    }
    from.unshift(found)
  }
  return from[0] ? [...new Set(from[0])] : null
}

/** Sums the digits, from the right in turn as they are and, beginning with the second, by a factor. */
const weighted = (digits: readonly number[], first: number, second: number): number =>
  digits.toReversed().reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? first : second), 0)

/** Up to the next ten. */
const checkDigit = (sum: number): number => (10 - (sum % 10)) % 10

/** In UPS numbers A counts as 2, B as 3 and so on. */
const valueOf = (sign: string): number =>
  /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10

const ofUps = /^1Z([A-Z0-9]{16})$/
/** USPS, which brings boxes for FedEx too; the ZIP code that may precede it does not count. */
const ofPostOffice = /^(?:420\d{5}(?:\d{4})?)?(9[1-5]\d{20})$/

/**
 * True for a number whose last digit does not follow from the others, so that a character is likely wrong. Only these of
 * UPS and the post office say it. It is no reason to refuse one that a carrier gave.
 */
export function isDoubtful(number: string): boolean {
  const ups = ofUps.exec(number)
  const counted = (ups ?? ofPostOffice.exec(number))?.[1]
  if (!counted) return false
  const digits = [...counted].map(valueOf)
  const last = digits.pop()
  return last !== checkDigit(ups ? weighted(digits, 1, 2) : weighted(digits, 3, 1))
}

/** How many doubtful numbers are named. */
const named = 5

/** What staff are told of doubtful numbers; null without any. */
export function doubtNote(numbers: readonly string[]): string | null {
  const doubtful = numbers.filter(isDoubtful)
  if (doubtful.length === 0) return null
  if (doubtful.length === 1) {
    return `Compare ${doubtful[0]} with its label: a character of it is likely wrong.`
  }
  const more = doubtful.length > named ? [`${doubtful.length - named} more`] : []
  const list = new Intl.ListFormat('en-US').format([...doubtful.slice(0, named), ...more])
  return `Compare ${list} with their labels: a character of each is likely wrong.`
}

/** What is typed to find a parcel, as its number is stored; null for what cannot be one. */
export function soughtTrackingNumber(text: string): string | null {
  const number = tidyNumber(text)
  return numberForms.other.test(number) ? number : null
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
