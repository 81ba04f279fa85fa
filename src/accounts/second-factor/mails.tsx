import type { TemplatesOf } from '#mail/email-template.ts'
import { Paragraph, SmallPrint } from '#mail/layout/elements.tsx'

import type { secondFactorMails } from './mails.rules.ts'

export const secondFactorEmails = {
  'second-factor-locked': {
    subject: 'Wrong codes were entered for your Kohue account',
    preview: 'If that was not you, someone else knows your password.',
    kicker: 'Staff',
    title: 'Your second factor was locked',
    body: ({ minutes }) => (
      <>
        <Paragraph>
          Five wrong codes were entered for your second factor, after your password or in one of
          your login sessions. No code is accepted from that network for {minutes} minutes.
        </Paragraph>
        <Paragraph>
          If that was you, wait, then type the code that your app shows. If it was not, someone else
          knows your password: change it now. Other networks where you recently entered a right code
          stay open.
        </Paragraph>
        <SmallPrint>We write about this at most once a day.</SmallPrint>
      </>
    ),
    sample: { minutes: 15 },
  },
} satisfies TemplatesOf<typeof secondFactorMails>
