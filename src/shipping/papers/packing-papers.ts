/** A shipment as its packing slip shows it: no prices. */
export type PackingSlip = {
  /** `S-2001` and `K-1001`. */
  shipment: string
  order: string
  /** Which of the batch: `12 of 50`. */
  place: string
  /** The lines of the address; for a pickup the name alone. */
  to: readonly string[]
  phone: string
  /** To the recipient, each below its heading. */
  notes: readonly { heading: string; text: string }[]
  service: string
  signature: string | null
  wines: readonly { count: number; unit: string; description: string }[]
  sum: string
}

/** An appointment on the list of a day's pickups. */
export type PickupLine = {
  time: string
  place: string
  name: string
  shipment: string
  order: string
  wines: string
}

/** The shop’s records of a disputed payment: headings with facts or lines below each. */
export type DisputeFile = {
  title: string
  intro: string
  sections: readonly {
    heading: string
    facts?: readonly (readonly [name: string, value: string])[]
    lines?: readonly string[]
  }[]
}

/** Port for printed documents: packing slips, pickup lists and dispute files. */
export type PackingPapers = {
  /** One page per shipment, in this order. */
  packingSlips(slips: readonly PackingSlip[]): Promise<Buffer>
  /** The pickups of a day, to be ticked by hand. */
  pickupList(title: string, lines: readonly PickupLine[]): Promise<Buffer>
  /** For the bank that decides a dispute. */
  disputeFile(file: DisputeFile): Promise<Buffer>
}
