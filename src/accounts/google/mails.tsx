import type { TemplatesOf } from '#mail/email-template.ts'
import { Paragraph, Phone, SmallPrint } from '#mail/layout/elements.tsx'
import { named } from '#mail/sample-person.ts'

import type { googleMails } from './mails.rules.ts'

export const googleEmails = {
  'google-connected': {
    subject: 'Google was connected to your Kohue account',
    preview: 'If this was not you, remove it right away.',
    kicker: 'Your account',
    title: 'Google was connected',
    body: (_, site) => (
      <>
        <Paragraph>
          A Google account with your email address can now log in to your account.
        </Paragraph>
        <SmallPrint>
          If this was not you, remove it under Security in your account and set a new password right
          away, then reply to this email or call us at <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: named,
  },
  'google-removed': {
    subject: 'Google was removed from your Kohue account',
    preview: 'If this was not you, let us know right away.',
    kicker: 'Your account',
    title: 'Google was removed',
    body: (_, site) => (
      <>
        <Paragraph>
          A Google account no longer logs in to your account, and your other devices were signed
          out.
        </Paragraph>
        <SmallPrint>
          If this was not you, set a new password from the log-in page right away, then reply to
          this email or call us at <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: named,
  },
} satisfies TemplatesOf<typeof googleMails>
