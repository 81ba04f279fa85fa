import { parseState } from '#platform/text/us-states.rules.ts'

/** The scope of a shipment hold. Not a stock hold. */
export const holdScopes = ['shipment', 'state', 'zip', 'all'] as const
type HoldScope = (typeof holdScopes)[number]

export const holdReasonName = {
  weather: 'Weather',
  customer: 'Customer',
  address: 'Address',
  compliance: 'Compliance',
  staff: 'Staff',
}

export type HoldReason = keyof typeof holdReasonName
export const holdReasons = Object.keys(holdReasonName) as [HoldReason, ...HoldReason[]]

/** What the buyer reads of a hold that has no end yet; null where they are not told its reason. */
export const holdForBuyer: Record<HoldReason, { sentence: string; short: string } | null> = {
  weather: {
    sentence:
      'It is waiting here for better weather: heat or frost on the way would harm the wine.',
    short: 'Held here for now',
  },
  customer: {
    sentence: 'We are holding it until you tell us to send it.',
    short: 'Held until you tell us',
  },
  address: null,
  compliance: null,
  staff: null,
}

/** `place`: a state's code, three digits of a ZIP code, or empty; of a shipment its number where that was read. */
export type HoldPlace = { scope: HoldScope; place: string }

/** `TX, AZ, 850`; `S-1042` */
export const placesText = (places: readonly HoldPlace[]): string =>
  places.map(({ scope, place }) => (scope === 'all' ? 'All' : place || 'One shipment')).join(', ')

export type Hold = HoldPlace & {
  shipmentId: string | null
  from: Date
  /** Null: until staff end it. */
  until: Date | null
  endedAt: Date | null
}

/** Whether the hold is in effect at that moment. */
export const isRunning = ({ from, until, endedAt }: Omit<Hold, 'scope'>, now: Date): boolean =>
  endedAt === null && from <= now && (until === null || now < until)

/** Most places in one hold. */
const maxPlaces = 60

type ReadPlaces = { ok: true; places: HoldPlace[] } | { ok: false; wrong: string | null }

/**
 * Reads places as staff type them: `TX, AZ, 850–853` or `all`. `wrong` is the first invalid word, null
 * when nothing was typed.
 */
export function readPlaces(text: string): ReadPlaces {
  const words = text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter(Boolean)
  if (words.length === 0) return { ok: false, wrong: null }
  const places: HoldPlace[] = []
  for (const word of words) {
    const read = placesOf(word)
    if (!read) return { ok: false, wrong: word }
    for (const place of read) {
      if (!places.some((one) => one.scope === place.scope && one.place === place.place)) {
        places.push(place)
      }
    }
  }
  return places.length > maxPlaces ? { ok: false, wrong: words.at(-1)! } : { ok: true, places }
}

function placesOf(word: string): HoldPlace[] | null {
  if (/^all$/i.test(word)) return [{ scope: 'all', place: '' }]
  const range = /^(\d{3})\s*(?:[-–—]\s*(\d{3}))?$/.exec(word)
  if (range) {
    const from = Number(range[1])
    const to = Number(range[2] ?? range[1])
    if (to < from || to - from >= maxPlaces) return null
    return Array.from({ length: to - from + 1 }, (_, index) => ({
      scope: 'zip' as const,
      place: String(from + index).padStart(3, '0'),
    }))
  }
  const state = parseState(word)
  return state && [{ scope: 'state', place: state }]
}
