import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import { linkTo, named } from '#mail/sample-person.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { leftInWords } from './line.rules.ts'
import type { waitingMails } from './mails.rules.ts'

type Wines = readonly { left: keyof typeof leftInWords }[]
const areGone = (wines: Wines) => wines.length > 0 && wines.every(({ left }) => left === 'none')

export const waitingEmails = {
  'waiting-line-closed': {
    subject: ({ wines }) =>
      areGone(wines) ? 'The line has closed: its wines are sold out' : 'The line has closed',
    preview: ({ wines }) =>
      areGone(wines) ? 'You can ask for a wine.' : 'You can go straight in.',
    kicker: 'You asked us to write',
    title: 'The line has closed',
    body: ({ closedAt, wines, link }, { timeZone }) => (
      <>
        <Paragraph>
          {areGone(wines)
            ? 'The line in front of the shop has closed: these wines are sold out.'
            : 'The line in front of the shop has closed. You can go straight in, unless many people come again.'}
        </Paragraph>
        {wines.length > 0 && (
          <Facts
            rows={wines.map(({ title, left }) => ({ label: title, value: leftInWords[left] }))}
          />
        )}
        <ActionLink href={link}>{areGone(wines) ? 'Ask for a wine' : 'Open the shop'}</ActionLink>
        <SmallPrint>
          As of {shopDates(timeZone).longMoment(new Date(closedAt))}. This email does not set any
          wine aside for you.
        </SmallPrint>
      </>
    ),
    sample: {
      ...named,
      closedAt: '2026-11-12T18:24:00.000Z',
      wines: [
        { title: '2023 Malbec', left: 'enough' },
        { title: '2023 Cabernet Sauvignon', left: 'few' },
      ],
      ...linkTo('mono'),
    },
  },
} satisfies TemplatesOf<typeof waitingMails>
