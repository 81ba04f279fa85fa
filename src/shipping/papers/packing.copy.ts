import { plural } from '#platform/text/plural.rules.ts'

/** What packing slips and the list of a day's pickups say. */
export const packingCopy = {
  slips: 'Packing slips',
  pdf: 'PDF',
  part: (part: number) => `Part ${part}`,
  slipsOf: (handover: number, text: string) => `${text}: packing slips of handover ${handover}`,
  slip: 'Packing slip',
  to: 'Ship to',
  service: 'Service',
  place: (index: number, all: number) => `${index} of ${all}`,
  barcode: (text: string) => `Bar code ${text}`,
  cases: (count: number) => (count === 1 ? 'case' : 'cases'),
  bottles: (count: number) => (count === 1 ? 'bottle' : 'bottles'),
  sum: (boxes: number, bottles: number) =>
    `${plural(boxes, 'box', 'boxes')} with ${plural(bottles, 'bottle')}`,
  pickups: (day: string) => `Pickups, ${day}`,
  noPickups: 'No pickups on this day.',
} as const
