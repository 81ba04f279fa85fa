import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import { linkTo } from '#mail/sample-person.ts'

import type { reportMails } from './mails.rules.ts'

/** To the business, in Spanish. */
export const reportEmails = {
  'report-due': {
    lang: 'es',
    subject: ({ state, period }) => `Informe por presentar: ${state}, ${period}`,
    preview: ({ dueOn }) => `Hasta el ${dueOn}.`,
    kicker: 'Cumplimiento',
    title: 'Hay que presentar un informe',
    body: ({ state, period, dueOn, link }) => (
      <>
        <Paragraph>
          El período ha terminado. Haga el informe en la administración, preséntelo al estado y
          anote allí la fecha.
        </Paragraph>
        <Facts
          rows={[
            { label: 'Estado', value: state },
            { label: 'Período', value: period },
            { label: 'Plazo', value: dueOn },
          ]}
        />
        <ActionLink href={link}>Hacer el informe</ActionLink>
      </>
    ),
    sample: {
      state: 'Texas',
      period: 'octubre de 2026',
      dueOn: '15 de noviembre de 2026',
      ...linkTo('admin/compliance/reports?state=TX&period=2026-10'),
    },
  },
} satisfies TemplatesOf<typeof reportMails>
