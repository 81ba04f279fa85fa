/** A mailing-list subscriber, by the names of the staff's form. Missing texts are empty. */
export type SubscriberFields = {
  fullname: string
  firstname: string
  lastname: string
  email: string
  phone: string
  address: string
  addressExtra: string
  city: string
  state: string
  zipCode: string
  country: string
}

export type Subscriber = {
  id: string
  /** What a save must name: an older one is refused. */
  version: number
  savedAt: Date
  fields: SubscriberFields
  consent: { source: string; wording: string; at: Date }
  /** When they left the list; null while they are on it. */
  leftAt: Date | null
}
