import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import { anOrder } from '#mail/sample-person.ts'
import { orderKicker } from '#orders/order/mails.rules.ts'
import { Lines } from '#platform/address/lines.tsx'

import type { pickupMails } from './mails.rules.ts'

const pickupIdentification =
  'Please bring a photo ID that shows you are 21 or older. The name on it has to be yours.'

export const pickupEmails = {
  'pickup-ready': {
    subject: ({ number, isMissed }) =>
      isMissed
        ? `Another time to pick up your Kohue order K-${number}`
        : `Your Kohue order K-${number} is ready to pick up`,
    preview: 'Choose a time that suits you.',
    kicker: orderKicker,
    title: ({ isMissed }) =>
      isMissed ? 'We missed you at your pickup' : 'Your wine is ready to pick up',
    body: ({ orderUrl, isMissed, proposals }) => (
      <>
        <Paragraph>
          {isMissed
            ? 'Your wine is still here. Confirm one of these times on the order’s page, or choose another.'
            : 'Choose a time that suits you, and we will have it ready.'}{' '}
          {pickupIdentification}
        </Paragraph>
        {proposals && <Facts rows={[{ label: 'We propose', value: <Lines of={proposals} /> }]} />}
        <ActionLink href={orderUrl}>Choose a time</ActionLink>
      </>
    ),
    sample: { ...anOrder, isMissed: false },
  },
  'pickup-agreed': {
    subject: ({ number }) => `Your pickup of Kohue order K-${number}`,
    preview: ({ when }) => when,
    kicker: orderKicker,
    title: 'We look forward to seeing you',
    body: ({ when, place, address, orderUrl }) => (
      <>
        <Paragraph>Your wine will be ready. {pickupIdentification}</Paragraph>
        <Facts
          rows={[
            { label: 'When', value: when },
            { label: 'Where', value: place },
            { label: 'Address', value: address },
          ]}
        />
        <ActionLink href={orderUrl}>See your order</ActionLink>
      </>
    ),
    sample: {
      ...anOrder,
      place: 'The cellar',
      address: '12 Main Street, Napa, CA 94558',
      when: 'Friday, November 6 at 4:00 PM PST',
    },
  },
} satisfies TemplatesOf<typeof pickupMails>
