import type { Carrier } from './carriers.rules.ts'
import type { CarrierKind } from './events.rules.ts'

/** An event of a parcel reported by a carrier. */
export type CarrierEvent = {
  at: Date
  /** The carrier gave no hour: `at` is noon of the day, in UTC. */
  isDay?: boolean
  kind: CarrierKind
  /** `Austin, TX 78701`, or empty. */
  place: string
  /** Who signed, or empty. */
  signer: string
}

export type CarrierNews = {
  events: CarrierEvent[]
  /** Calendar day on which it expects to deliver; null where it says none. */
  expectedOn: string | null
}

/** Asks carriers about parcels by their tracking number. */
export type Carriers = {
  /** The carriers that can be asked. */
  asked: readonly Carrier[]
  /**
   * The carrier’s record of a parcel; null when it has none of that number. Throws
   * CarrierUnavailable and InvalidCarrierResponse.
   */
  track(carrier: Carrier, trackingNumber: string): Promise<CarrierNews | null>
}

/** The carrier cannot be reached, refuses, or responds that it is to be asked later. */
export class CarrierUnavailable extends Error {}

/** The carrier's response does not have the expected form; nothing of it is recorded. */
export class InvalidCarrierResponse extends Error {}
