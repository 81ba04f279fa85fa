import { releaseNotices } from './business-emails.copy.ts'
import type { EmailTemplates } from '../email-template.ts'
import { Paragraph, Quotation } from '../layout/elements.tsx'
import { Facts } from '../layout/facts.tsx'

type Person = { firstName: string; lastName: string; email: string }

const fullName = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`.trim()

/** The full name, or the email where no name is known. */
const nameOf = (person: Person): string => fullName(person) || person.email

const factsOf = (person: Person) => [
  { label: 'Nombre', value: fullName(person) },
  { label: 'Correo', value: person.email },
]

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
  },
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
  },
} satisfies Partial<EmailTemplates>
