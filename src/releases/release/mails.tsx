import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import { anOrder, named } from '#mail/sample-person.ts'
import { lineInSpanish } from '#orders/order/order-notice.copy.ts'
import { writtenDate } from '#platform/text/dates.rules.ts'

import type { releaseMails } from './mails.rules.ts'
import { releaseNotices } from './release-notices.copy.ts'

export const releaseEmails = {
  'release-notice': {
    lang: 'es',
    subject: ({ event, name }) => `${releaseNotices[event].title}: ${name}`,
    preview: ({ event, name }) => releaseNotices[event].text(name),
    kicker: 'Desde la tienda',
    title: ({ event }) => releaseNotices[event].title,
    body: ({ event, name, wines }) => (
      <>
        <Paragraph>{releaseNotices[event].text(name)}</Paragraph>
        <Facts
          rows={wines.map(({ title, sold, stock }) => ({
            label: lineInSpanish(title),
            value: stock === null ? `${sold} vendidas` : `${sold} de ${stock} vendidas`,
          }))}
        />
      </>
    ),
    sample: {
      event: 'sold-out',
      name: 'The spring release',
      wines: [
        { title: '2023 Malbec, 3-pack of 750ml', sold: 120, stock: 120 },
        { title: '2023 Cabernet Sauvignon, 3-pack of 750ml', sold: 60, stock: 60 },
      ],
    },
  },
  'release-ships-later': {
    subject: ({ release }) => `A new shipping date for ${release}`,
    preview: ({ shipsFrom }) => `Your wine ships from ${writtenDate(shipsFrom)}.`,
    kicker: ({ release }) => release,
    title: 'Your wine ships later',
    body: ({ shipsFrom, orderUrl }) => (
      <>
        <Paragraph>
          We need a little more time: your wine now ships from {writtenDate(shipsFrom)}. It is
          reserved for you, and we will write again when it leaves.
        </Paragraph>
        <ActionLink href={orderUrl}>See your order</ActionLink>
      </>
    ),
    sample: {
      ...named,
      release: 'The spring release',
      shipsFrom: '2027-04-05',
      orderUrl: anOrder.orderUrl,
      ordered: anOrder.ordered,
    },
  },
} satisfies TemplatesOf<typeof releaseMails>
