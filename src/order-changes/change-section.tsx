import { howItGoes } from '#catalogue/destinations/shipping.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { writtenWeekday } from '#platform/text/dates.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'

import { destinationText } from './destination-text.ts'
import { casesText, whyNoChangeText } from './order-changes.copy.ts'
import type { WhyNoChange } from './order-changes.rules.ts'
import { PaidMore } from './paid-more.tsx'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

/** Why an order in one shipment can't be changed any more, while its page still has to say where it goes. */
const goesAsChanged: readonly string[] = [
  'handed-over',
  'too-many',
  'under-review',
] satisfies WhyNoChange[]

/** What the buyer of an order may change until it is handed over, or why not. */
export function ChangeSection({ changes }: { changes: ChangesOfOrder | null }) {
  const dates = useDates()
  if (!changes) return null
  const { whyNot, handedAt, page, to, earliest, gift, isGift, isHeld, seen } = changes
  const { method, cases, isPaidHere, refundingCents, refundFailedCents } = changes
  const isPickup = method === 'pickup'
  const goes = [
    isPickup
      ? `You are picking up ${cases > 1 ? `your ${casesText(cases)}` : 'your order'}`
      : `${cases > 1 ? `Your ${casesText(cases)} go` : 'It goes'} ${howItGoes[method]} to ${destinationText(to)}`,
    isGift && (gift ? `, as a gift for ${gift.name}` : ', as a gift'),
  ]
  const hold = { to: 'hold', label: isHeld ? 'Have it sent' : 'Hold it for me' }
  const cancel = { to: 'cancel', label: 'Cancel it' }
  const links = [
    ...(isPickup
      ? []
      : [
          { to: 'address', label: 'Another address' },
          { to: 'day', label: 'Another day' },
          hold,
          { to: 'gift', label: isGift ? 'Recipient and gift note' : 'Make it a gift' },
        ]),
    ...(isPaidHere && cases > 1 ? [{ to: 'fewer', label: 'Fewer cases' }] : []),
    ...(isPaidHere
      ? [{ to: 'method', label: isPickup ? 'Have it delivered' : 'Shipping method' }, cancel]
      : []),
  ]
  return (
    <Block id="change-order" title="Change this order">
      {refundingCents > 0 && (
        <p>
          A refund of {formatAmount(refundingCents)} is being made. We will email you once it is on
          its way.
        </p>
      )}
      {refundFailedCents > 0 && (
        <p>
          A refund of {formatAmount(refundFailedCents)} did not go through. We are looking into it,
          and will write to you.
        </p>
      )}
      <PaidMore of={changes.differences} by="You" />
      {whyNot ? (
        <>
          <p>
            {whyNot === 'handed-over' && handedAt
              ? `It was handed over for shipping on ${dates.moment(handedAt)}. Call us, or redirect it with the carrier.`
              : whyNoChangeText.buyer[whyNot]}
          </p>
          {seen > 0 && !isPickup && goesAsChanged.includes(whyNot) && (
            <p>{goes}. The receipt keeps what you ordered.</p>
          )}
          {whyNot === 'too-many' && isHeld && <Links of={[hold]} page={page} />}
          {whyNot === 'split' && isPaidHere && <Links of={[cancel]} page={page} />}
        </>
      ) : (
        <>
          <p>
            {goes}
            {earliest && `, not before ${writtenWeekday(earliest)}`}.
            {isHeld && ' We are holding it until you tell us to send it.'}{' '}
            {links.length > 0
              ? `You can change this until ${isPickup ? 'a pickup time is set' : 'we hand it over for shipping'}.`
              : 'Write or call us to change it.'}
            {seen > 0 && ' The receipt keeps what you ordered.'}
          </p>
          <Links of={links} page={page} />
        </>
      )}
    </Block>
  )
}

/** To the page of each change: as text, so that they do not outshout everything else of the order. */
const Links = ({ of, page }: { of: readonly { to: string; label: string }[]; page: string }) => (
  <div className={cluster([0, 3])} data-print="no">
    {of.map(({ to, label }) => (
      <ButtonLink key={to} kind="quiet" href={`${page}/change/${to}`}>
        {label}
      </ButtonLink>
    ))}
  </div>
)
