import { Fragment } from 'react'

import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, InlineLink, Paragraph } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { OrderEmail } from './order-email.tsx'

type Parcels = MailProps['order-shipped']['parcels']

/** Tracking numbers, each leading to the carrier's own page. */
const TrackingNumbers = ({ parcels }: { parcels: Parcels }) => (
  <>
    {parcels.map(({ number, url }, index) => (
      <Fragment key={number}>
        {index > 0 && <br />}
        {url ? <InlineLink href={url}>{number}</InlineLink> : number}
      </Fragment>
    ))}
  </>
)

export const trackingFacts = ({ carrier, parcels }: { carrier: string; parcels: Parcels }) => [
  { label: 'Carrier', value: carrier },
  {
    label: parcels.length > 1 ? 'Tracking numbers' : 'Tracking number',
    value: <TrackingNumbers parcels={parcels} />,
  },
]

const signature = 'An adult 21 or older has to sign for it, with a photo ID at hand.'

export const OrderShipped = ({
  expectedOn,
  carrier,
  parcels,
  ...mail
}: MailProps['order-shipped'] & EmailFrame) => (
  <OrderEmail {...mail} title="Your wine is on its way">
    <Paragraph>
      Your order has left our cellar. {signature} A business address helps: somebody is there by
      day.
    </Paragraph>
    <Facts
      rows={[
        ...(expectedOn ? [{ label: 'Expected', value: expectedOn }] : []),
        ...trackingFacts({ carrier, parcels }),
      ]}
    />
    <ActionLink href={mail.orderUrl}>See where it is</ActionLink>
  </OrderEmail>
)

export const OrderArrivingTomorrow = ({
  expectedOn,
  carrier,
  parcels,
  ...mail
}: MailProps['order-arriving-tomorrow'] & EmailFrame) => (
  <OrderEmail {...mail} title="Your wine arrives tomorrow">
    <Paragraph>The carrier expects to deliver your order tomorrow. {signature}</Paragraph>
    <Facts
      rows={[{ label: 'Expected', value: expectedOn }, ...trackingFacts({ carrier, parcels })]}
    />
    <ActionLink href={mail.orderUrl}>See where it is</ActionLink>
  </OrderEmail>
)

export const OrderDelivered = ({
  deliveredOn,
  signedBy,
  ...mail
}: MailProps['order-delivered'] & EmailFrame) => (
  <OrderEmail {...mail} title="Your wine has arrived">
    <Paragraph>
      The carrier has delivered your order. Let it rest for a week or two before you open the first
      bottle: travel tires a wine.
    </Paragraph>
    <Facts
      rows={[
        { label: 'Delivered', value: deliveredOn },
        ...(signedBy ? [{ label: 'Signed by', value: signedBy }] : []),
      ]}
    />
    <ActionLink href={mail.orderUrl}>See your order</ActionLink>
    <Paragraph>If you do not have it, or a bottle is broken, simply reply to this email.</Paragraph>
  </OrderEmail>
)
