import { Fragment } from 'react'

import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, InlineLink, Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

type Parcels = MailProps['order-shipped']['parcels']

/** Tracking numbers, each leading to the carrier's own page. */
export const TrackingNumbers = ({ parcels }: { parcels: Parcels }) => (
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
  firstName,
  number,
  orderUrl,
  expectedOn,
  carrier,
  parcels,
  ...frame
}: MailProps['order-shipped'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Your wine is on its way</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
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
    <ActionLink href={orderUrl}>See where it is</ActionLink>
  </EmailLayout>
)

export const OrderArrivingTomorrow = ({
  firstName,
  number,
  orderUrl,
  expectedOn,
  carrier,
  parcels,
  ...frame
}: MailProps['order-arriving-tomorrow'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Your wine arrives tomorrow</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>The carrier expects to deliver your order tomorrow. {signature}</Paragraph>
    <Facts
      rows={[{ label: 'Expected', value: expectedOn }, ...trackingFacts({ carrier, parcels })]}
    />
    <ActionLink href={orderUrl}>See where it is</ActionLink>
  </EmailLayout>
)

export const OrderDelivered = ({
  firstName,
  number,
  orderUrl,
  deliveredOn,
  signedBy,
  ...frame
}: MailProps['order-delivered'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Your wine has arrived</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
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
    <ActionLink href={orderUrl}>See your order</ActionLink>
    <Paragraph>If you do not have it, or a bottle is broken, simply reply to this email.</Paragraph>
  </EmailLayout>
)
