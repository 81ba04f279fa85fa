import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { linkTo, named } from '#mail/sample-person.ts'

import type { personalDataMails } from './mails.rules.ts'

export const personalDataEmails = {
  'personal-data-link': {
    subject: 'What Kohue keeps about you',
    preview: ({ minutes }) => `Your link works once, within ${minutes} minutes.`,
    kicker: 'Your data',
    title: 'What we keep about you',
    body: ({ link, minutes }) => (
      <>
        <Paragraph>
          With this link you can see, download or erase what we keep about you, correct your name,
          or leave the list. It works once, within {minutes} minutes.
        </Paragraph>
        <ActionLink href={link}>See my data</ActionLink>
        <SmallPrint>If you did not ask for it, you can ignore this email.</SmallPrint>
      </>
    ),
    sample: { ...named, ...linkTo('your-data?token=4v2Nq0t8Xw'), minutes: 30 },
  },
} satisfies TemplatesOf<typeof personalDataMails>
