import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, InlineLink, Paragraph, Phone, SmallPrint } from '#mail/layout/elements.tsx'
import { linkTo, named } from '#mail/sample-person.ts'

import type { signInMails } from './mails.rules.ts'

export const signInEmails = {
  'password-recovery': {
    subject: 'Choose a new password for Kohue',
    preview: ({ minutes }) => `The link works for ${minutes} minutes.`,
    kicker: 'Your account',
    title: 'Choose a new password',
    body: ({ link, minutes }, site) => (
      <>
        <Paragraph>
          We received a request for a new password for your account. This link works once, for the
          next {minutes} minutes.
        </Paragraph>
        <ActionLink href={link}>Choose a new password</ActionLink>
        <SmallPrint>
          If you did not ask for it, you can ignore this email; your password stays the same.
          Questions? Write to <InlineLink href={`mailto:${site.email}`}>{site.email}</InlineLink>.
        </SmallPrint>
      </>
    ),
    sample: { ...named, ...linkTo('recover/4v2Nq0t8Xw'), minutes: 60 },
  },
  'password-changed': {
    subject: 'Your Kohue password was changed',
    preview: 'If this was not you, let us know right away.',
    kicker: 'Your account',
    title: 'Your password was changed',
    body: ({ passkeys = [], google = false }, site) => (
      <>
        <Paragraph>Your password was just changed. Log in with the new one from now on.</Paragraph>
        {(passkeys.length > 0 || google) && (
          <Paragraph>
            You can also log in to your account with{' '}
            {new Intl.ListFormat('en-US').format([
              ...passkeys.map((name) => `the passkey “${name}”`),
              ...(google ? ['your Google account'] : []),
            ])}
            . Remove anything you don’t recognize under Security in your account.
          </Paragraph>
        )}
        <SmallPrint>
          If this was not you, reset your password from the log-in page right away, then reply to
          this email or call us at <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: { ...named, passkeys: ['Safari on iPhone'], google: true },
  },
} satisfies TemplatesOf<typeof signInMails>
