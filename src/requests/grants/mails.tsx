import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, Quotation, SmallPrint } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import type { MailProps } from '#mail/mail.rules.ts'
import { linkTo, named } from '#mail/sample-person.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'
import { plural } from '#platform/text/plural.rules.ts'

import type { grantMails } from './mails.rules.ts'

type GrantFactsProps = { grant: MailProps['grant-expiring']; timeZone: string }

/** What is kept, until when, and what it costs. */
const GrantFacts = ({ grant, timeZone }: GrantFactsProps) => (
  <Facts
    rows={[
      { label: 'Wine', value: grant.wine },
      { label: 'Kept for you', value: plural(grant.units, 'case') },
      { label: 'Until', value: shopDates(timeZone).longMoment(new Date(grant.untilAt)) },
      { label: 'Price per case', value: formatAmount(grant.unitCents) },
      ...(grant.landedCents === null
        ? []
        : [
            {
              label: 'Total',
              value: `${formatAmount(grant.landedCents)}, with ground shipping and tax`,
            },
          ]),
    ]}
  />
)

/** The grant of the samples. */
const sampleGrant: MailProps['grant-expiring'] = {
  ...named,
  wine: '2023 Malbec',
  units: 2,
  untilAt: '2026-11-23T18:30:00.000Z',
  landedCents: 101_525,
  unitCents: 45_000,
  ...linkTo('members?view=current'),
}

export const grantEmails = {
  'request-granted': {
    subject: ({ wine, units }) => `Yes: ${plural(units, 'case')} of ${wine} for you`,
    preview: 'It is kept for you until the time in this email.',
    kicker: 'Your request',
    title: 'Yes, it is yours',
    body: ({ text, ...grant }, { timeZone }) => (
      <>
        <Paragraph>
          You asked for {grant.wine}, and we have set{' '}
          {grant.units === 1 ? 'a case' : `${grant.units} cases`} aside in your name.
        </Paragraph>
        {text && <Quotation>{text}</Quotation>}
        <GrantFacts grant={grant} timeZone={timeZone} />
        <ActionLink href={grant.link}>Buy your wine</ActionLink>
        <SmallPrint>
          After that, it is no longer kept for you.
          {grant.units > maxQuantity &&
            ` An order holds up to ${inWords(maxQuantity)} cases; you can place several.`}
        </SmallPrint>
      </>
    ),
    sample: { ...sampleGrant, text: 'A few cases came back, and you were first in line.' },
  },
  'grant-expiring': {
    subject: ({ wine }) => `${wine} is still set aside for you`,
    preview: 'See until when.',
    kicker: 'Your request',
    title: 'It is still set aside for you',
    body: (grant, { timeZone }) => (
      <>
        <Paragraph>The wine that you asked for is still set aside in your name.</Paragraph>
        <GrantFacts grant={grant} timeZone={timeZone} />
        <ActionLink href={grant.link}>Buy your wine</ActionLink>
        <SmallPrint>If you no longer want it, there is nothing to do.</SmallPrint>
      </>
    ),
    sample: sampleGrant,
  },
} satisfies TemplatesOf<typeof grantMails>
