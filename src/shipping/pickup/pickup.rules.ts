import { isOneOf } from '#platform/text/one-of.rules.ts'

export const pickupStates = ['proposed', 'agreed', 'collected', 'missed'] as const

export const maxPickupPlaces = 5
export const maxSlotsPerDay = 20

/** Minutes of one appointment. */
export const slotMinutes = 30

/** How many days ahead a slot can be chosen. */
export const slotDays = 21

/** Documents that prove age; only the kind is kept, never a number. */
const documentKinds = ['driving-licence', 'state-id', 'passport', 'military-id'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const isDocumentKind = (text: string) => isOneOf(documentKinds, text)
