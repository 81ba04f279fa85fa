import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { StateProblem } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { shipmentNumber } from '#shipping/shipments/shipment.rules.ts'
import { eventName } from '#shipping/shipments/shipping.copy.ts'
import { carrierName } from '#shipping/tracking/carriers.rules.ts'

const verdicts: Readonly<Record<StateProblem, string>> = {
  'zip-not-served': 'A dry place',
  'state-suspended': 'The state was suspended',
  'birthdate-needed': 'No birthdate, which the rule needs',
  'order-too-large': 'More than an order may have',
  'over-volume': 'More than the limit',
}

/** What the rule said of an order when it was booked. */
export const verdictText = (problem: StateProblem): string => verdicts[problem]

const ownNames: Readonly<Record<string, string>> = {
  moved: 'Goes elsewhere',
  split: 'A part goes elsewhere',
  refunded: 'Refunded',
  'legal-hold': 'Legal hold',
  'legal-hold-ended': 'Legal hold ended',
  'near-seen': 'Near match seen',
  erased: 'Person erased',
}

/** What happened, in two or three words. */
export const recordEventName = (kind: string): string =>
  ownNames[kind] ?? (eventName as Readonly<Record<string, string>>)[kind] ?? kind

type EventFacts = Readonly<Record<string, unknown>>

const place = (state: unknown) => (state ? stateName(String(state)) : 'pickup')

/** What is known of an event, in words; its person is named by the record alone. */
export function recordEventText(facts: EventFacts, signer: string): string {
  const { shipment, from, to, method, carrier, trackingNumbers, amountCents, near } = facts
  const known: unknown[] = [
    typeof shipment === 'number' && shipmentNumber(shipment),
    from !== undefined && `from ${place(from)} to ${place(to)}`,
    to !== undefined &&
      shippingMethodName[method as keyof typeof shippingMethodName]?.toLowerCase(),
    carrier && carrierName[carrier as keyof typeof carrierName],
    Array.isArray(trackingNumbers) && trackingNumbers.join(', '),
    facts['isSigned'] === true && (signer ? `signed by ${signer}` : 'signed'),
    typeof amountCents === 'number' && formatAmount(amountCents),
    Array.isArray(near) && `near ${near.map((number) => `K-${number}`).join(', ')}`,
    facts['text'],
    facts['reason'],
    facts['by'] && `by ${String(facts['by'])}`,
  ]
  return known.filter(Boolean).join(', ')
}
