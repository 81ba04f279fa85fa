import { membershipLevels } from '#platform/club/club.rules.ts'
import { isGreetable } from '#platform/text/person-name.rules.ts'

import type { TemplatesOf } from '../email-template.ts'
import { Paragraph, Quotation } from '../layout/elements.tsx'
import { Facts } from '../layout/facts.tsx'
import { anaRuiz } from '../sample-person.ts'
import type { businessMails } from './mails.rules.ts'

type Person = { firstName: string; lastName: string; email: string }

const fullName = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`.trim()

/** The full name, or the email where no name is known, for the subject. */
const nameOf = (person: Person): string => {
  const name = fullName(person)
  return isGreetable(name) ? name : person.email
}

const factsOf = (person: Person) => {
  const name = fullName(person)
  return [
    ...(name ? [{ label: 'Nombre', value: name }] : []),
    { label: 'Correo', value: person.email },
  ]
}

/** Emails to the business, in Spanish. */
export const businessEmails = {
  interested: {
    lang: 'es',
    subject: ({ wine, ...person }) => `Quiere adquirir ${wine}: ${nameOf(person)}`,
    preview: ({ email }) => email,
    kicker: 'Desde la tienda',
    title: 'Quiere adquirir un vino',
    body: ({ wine, ...person }) => (
      <>
        <Paragraph>
          Un cliente quiere adquirir un vino que no puede comprar ahora en la tienda.
        </Paragraph>
        <Facts rows={[{ label: 'Vino', value: wine }, ...factsOf(person)]} />
      </>
    ),
    sample: { ...anaRuiz, wine: '2021 Malbec' },
  },
  wildcard: {
    lang: 'es',
    subject: ({ subject, ...person }) => `${subject}: ${nameOf(person)}`,
    preview: ({ email }) => email,
    kicker: 'Desde la tienda',
    title: ({ subject }) => subject,
    body: ({ text, ...person }) => (
      <>
        <Facts rows={factsOf(person)} />
        <Quotation>{text}</Quotation>
      </>
    ),
    sample: {
      ...anaRuiz,
      subject: 'Hizo clic en Wine Club Membership',
      text: `Quiere saber más del club.\nNivel: ${membershipLevels[6]}.`,
    },
  },
} satisfies TemplatesOf<typeof businessMails>
