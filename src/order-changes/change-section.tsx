import { Block } from '#platform/layout/block.tsx'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'

import { whyNoChangeText } from './order-changes.copy.ts'
import { destinationText } from './destination-text.ts'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

/** What the buyer of an order may change until it is handed over, or why not. */
export function ChangeSection({ changes }: { changes: ChangesOfOrder | null }) {
  const dates = useDates()
  if (!changes) return null
  const { whyNot, handedAt, page, to, earliest, gift, isGift, isHeld, seen } = changes
  const hold = (
    <ButtonLink kind="secondary" href={`${page}/change/hold`}>
      {isHeld ? 'Have it sent' : 'Hold it until I say'}
    </ButtonLink>
  )
  return (
    <Block id="change-order" title="Change this order">
      {whyNot ? (
        <>
          <p>
            {whyNot === 'handed-over' && handedAt
              ? `It was handed to our shipper on ${dates.moment(handedAt)}. Call us, or redirect it with the carrier.`
              : whyNoChangeText[whyNot]}
          </p>
          {whyNot === 'too-many' && isHeld && <div data-print="no">{hold}</div>}
        </>
      ) : (
        <>
          <p>
            It goes to {destinationText(to)}
            {isGift && (gift ? `, as a gift for ${gift.name}` : ', as a gift')}
            {earliest && `, not before ${writtenWeekday(earliest)}`}.
            {isHeld && ' We hold it until you say so.'} You can change this until we hand it to our
            shipper; the price stays the same.
            {seen > 0 && ' The receipt keeps what you ordered.'}
          </p>
          <div className={cluster([1, 2])} data-print="no">
            <ButtonLink kind="secondary" href={`${page}/change/address`}>
              Another address
            </ButtonLink>
            <ButtonLink kind="secondary" href={`${page}/change/day`}>
              Another day
            </ButtonLink>
            {hold}
            <ButtonLink kind="secondary" href={`${page}/change/gift`}>
              {isGift ? 'Recipient and gift note' : 'Make it a gift'}
            </ButtonLink>
          </div>
        </>
      )}
    </Block>
  )
}
