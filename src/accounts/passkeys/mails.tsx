import type { TemplatesOf } from '#mail/email-template.ts'
import { Paragraph, Phone, SmallPrint } from '#mail/layout/elements.tsx'
import { named } from '#mail/sample-person.ts'

import type { passkeyMails } from './mails.rules.ts'

export const passkeyEmails = {
  'passkey-added': {
    subject: 'A passkey was added to your Kohue account',
    preview: 'If this was not you, remove it right away.',
    kicker: 'Your account',
    title: 'A passkey was added',
    body: ({ name }, site) => (
      <>
        <Paragraph>
          The passkey “{name}” was just added to your account. You can log in with it in place of
          your password.
        </Paragraph>
        <SmallPrint>
          If this was not you, remove it under Security in your account and set a new password right
          away, then reply to this email or call us at <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: { ...named, name: 'Safari on iPhone' },
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your Kohue account',
    preview: 'If this was not you, let us know right away.',
    kicker: 'Your account',
    title: 'A passkey was removed',
    body: ({ name }, site) => (
      <>
        <Paragraph>
          The passkey “{name}” was just removed from your account. It no longer works, and your
          other devices were signed out.
        </Paragraph>
        <SmallPrint>
          If this was not you, set a new password from the log-in page right away, then reply to
          this email or call us at <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: { ...named, name: 'Safari on iPhone' },
  },
} satisfies TemplatesOf<typeof passkeyMails>
