import { releaseNotices } from '#mail/business/business-emails.copy.ts'
import type { TemplatesOf } from '#mail/email-template.ts'
import { Paragraph } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import type { releaseMails } from './mails.rules.ts'

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
            label: title,
            value: stock === null ? `${sold} vendidas` : `${sold} de ${stock} vendidas`,
          }))}
        />
      </>
    ),
    sample: {
      event: 'sold-out',
      name: 'The spring release',
      wines: [
        { title: '2023 Malbec', sold: 120, stock: 120 },
        { title: '2023 Cabernet Sauvignon', sold: 60, stock: 60 },
      ],
    },
  },
} satisfies TemplatesOf<typeof releaseMails>
