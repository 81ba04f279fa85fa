import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'

import { destinationText } from './destination-text.ts'
import { casesText, whyNoChangeText } from './order-changes.copy.ts'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

/** What the buyer of an order may change until it is handed over, or why not. */
export function ChangeSection({ changes }: { changes: ChangesOfOrder | null }) {
  const dates = useDates()
  if (!changes) return null
  const { whyNot, handedAt, page, to, earliest, gift, isGift, isHeld, seen } = changes
  const { method, cases, isPaidHere, refundingCents } = changes
  const isPickup = method === 'pickup'
  const how = method === 'overnight' ? 'overnight' : 'by ground'
  const hold = (
    <ButtonLink kind="secondary" href={`${page}/change/hold`}>
      {isHeld ? 'Have it sent' : 'Hold it for me'}
    </ButtonLink>
  )
  const cancel = (
    <ButtonLink kind="secondary" href={`${page}/change/cancel`}>
      Cancel it
    </ButtonLink>
  )
  return (
    <Block id="change-order" title="Change this order">
      {refundingCents > 0 && (
        <p>
          A refund of {formatAmount(refundingCents)} is being made. We will email you once it is on
          its way.
        </p>
      )}
      {changes.differences.map(({ key, method: paidFor, at, cents, refundedCents: back }) => (
        <p key={key}>
          You paid {formatAmount(cents)} more for {shippingMethodName[paidFor]} on {dates.day(at)}.
          {back > 0 && ` ${formatAmount(back)} of that is refunded.`}
        </p>
      ))}
      {whyNot ? (
        <>
          <p>
            {whyNot === 'handed-over' && handedAt
              ? `It was handed over for shipping on ${dates.moment(handedAt)}. Call us, or redirect it with the carrier.`
              : whyNoChangeText[whyNot]}
          </p>
          {whyNot === 'too-many' && isHeld && <div data-print="no">{hold}</div>}
          {whyNot === 'split' && isPaidHere && <div data-print="no">{cancel}</div>}
        </>
      ) : (
        <>
          <p>
            {cases > 1 && `It has ${casesText(cases)}. `}
            {isPickup ? 'You pick it up' : `It goes ${how} to ${destinationText(to)}`}
            {isGift && (gift ? `, as a gift for ${gift.name}` : ', as a gift')}
            {earliest && `, not before ${writtenWeekday(earliest)}`}.
            {isHeld && ' We are holding it until you tell us to send it.'} You can change this until{' '}
            {isPickup ? 'a pickup time is set' : 'we hand it over for shipping'}.
            {seen > 0 && ' The receipt keeps what you ordered.'}
          </p>
          <div className={cluster([1, 2])} data-print="no">
            {!isPickup && (
              <>
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
              </>
            )}
            {isPaidHere && cases > 1 && (
              <ButtonLink kind="secondary" href={`${page}/change/fewer`}>
                Fewer cases
              </ButtonLink>
            )}
            {isPaidHere && (
              <ButtonLink kind="secondary" href={`${page}/change/method`}>
                {isPickup ? 'Have it delivered' : 'Shipping method'}
              </ButtonLink>
            )}
            {isPaidHere && cancel}
          </div>
        </>
      )}
    </Block>
  )
}
