import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tracking events with the carrier's codes and types. */
export const trackingEvents = {
  shipped: { label: 'Picked up', statusCode: '038', type: 'P' },
  transit: { label: 'In transit', statusCode: '005', type: 'I' },
  out: { label: 'Out for delivery', statusCode: '021', type: 'O' },
  attempted: { label: 'Attempt: nobody to sign', statusCode: '022', type: 'X' },
  depot: { label: 'At the depot', statusCode: '017', type: 'X' },
  delivered: { label: 'Delivered and signed', statusCode: '011', type: 'D' },
  unsigned: { label: 'Delivered without a name', statusCode: '011', type: 'D' },
  returning: { label: 'On its way back', statusCode: '035', type: 'RS' },
  returned: { label: 'Back at the sender', statusCode: '034', type: 'RS' },
  weather: { label: 'Delayed by weather', statusCode: '032', type: 'X' },
} as const
type TrackingEvent = keyof typeof trackingEvents

export const isTrackingEvent = (text: string): text is TrackingEvent =>
  Object.hasOwn(trackingEvents, text)

type Activity = { at: string; what: TrackingEvent; city: string; state: string; zip: string }
export type FakeParcel = {
  number: string
  activities: Activity[]
  receivedBy: string
  /** `2026-11-05`, or empty. */
  expectedOn: string
  askedAt: string | null
}

/** The parcels of the fake carrier, stored in a file. A parcel is created when its number is requested. */
export class FakeParcels {
  readonly #file: string
  readonly #parcels = new Map<string, FakeParcel>()
  /** The latest requests, newest last. */
  readonly journal: { at: string; request: string; status: number }[] = []
  /** How many of the next responses are invalid. */
  invalidResponses = 0

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, 'carrier-parcels.json')
    if (!existsSync(this.#file)) return
    const saved = JSON.parse(readFileSync(this.#file, 'utf8')) as FakeParcel[]
    for (const parcel of saved) this.#parcels.set(parcel.number, parcel)
  }

  all(): FakeParcel[] {
    return [...this.#parcels.values()].toReversed()
  }

  get(number: string): FakeParcel {
    const known = this.#parcels.get(number)
    if (known) return known
    const parcel = { number, activities: [], receivedBy: '', expectedOn: '', askedAt: null }
    this.#parcels.set(number, parcel)
    return parcel
  }

  has(number: string): boolean {
    return this.#parcels.has(number)
  }

  save(): void {
    // Atomic: after a kill the earlier file is intact.
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#parcels.values()]))
    renameSync(`${this.#file}.new`, this.#file)
  }

  note(request: string, status: number): void {
    this.journal.push({ at: new Date().toISOString(), request, status })
    if (this.journal.length > journalSize) this.journal.shift()
  }
}

const journalSize = 5_000
