import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

const identification =
  'Please bring a photo ID that shows you are 21 or older. The name on it has to be the one on the order.'

export const PickupReady = ({
  firstName,
  number,
  orderUrl,
  ...frame
}: MailProps['pickup-ready'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Your wine is ready to pick up</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>Choose a time that suits you, and we will have it ready. {identification}</Paragraph>
    <ActionLink href={orderUrl}>Choose a time</ActionLink>
  </EmailLayout>
)

export const PickupAgreed = ({
  firstName,
  number,
  orderUrl,
  place,
  address,
  when,
  ...frame
}: MailProps['pickup-agreed'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>We look forward to seeing you</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>Your wine will be ready. {identification}</Paragraph>
    <Facts
      rows={[
        { label: 'When', value: when },
        { label: 'Where', value: place },
        { label: 'Address', value: address },
      ]}
    />
    <ActionLink href={orderUrl}>See your order</ActionLink>
  </EmailLayout>
)
