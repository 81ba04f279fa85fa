import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import { linkTo } from '#mail/sample-person.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

import { longDayInSpanish } from '../reports/period.rules.ts'
import type { licenceMails } from './mails.rules.ts'

const holders = { business: 'La empresa', shipper: 'Su transportista' }

const ends = (daysLeft: number) =>
  daysLeft === 0 ? 'vence hoy' : daysLeft === 1 ? 'vence mañana' : `vence en ${daysLeft} días`

/** An email to the business, in Spanish. */
export const licenceEmails = {
  'licence-expiring': {
    lang: 'es',
    subject: ({ state, daysLeft }) => `La licencia para ${stateName(state)} ${ends(daysLeft)}`,
    preview: ({ until }) => `Su último día es el ${longDayInSpanish(until)}.`,
    kicker: 'Desde la tienda',
    title: ({ daysLeft }) => `Una licencia ${ends(daysLeft)}`,
    body: ({ state, holder, kind, number, until, link }) => (
      <>
        <Facts
          rows={[
            { label: 'Estado', value: stateName(state) },
            { label: 'Titular', value: holders[holder] },
            { label: 'Tipo', value: kind },
            { label: 'Número', value: number },
            { label: 'Último día', value: longDayInSpanish(until) },
          ]}
        />
        <Paragraph>
          Después de ese día, la tienda no vende ni envía a {stateName(state)}, hasta que en la
          administración haya una licencia nueva, o esté escrito qué la reemplaza.
        </Paragraph>
        <ActionLink href={link}>Abrir la licencia</ActionLink>
      </>
    ),
    sample: {
      state: 'OH',
      holder: 'business',
      kind: 'S-2 permit',
      number: '4471120',
      until: '2027-05-31',
      daysLeft: 14,
      ...linkTo('admin/compliance/licenses'),
    },
  },
} satisfies TemplatesOf<typeof licenceMails>
