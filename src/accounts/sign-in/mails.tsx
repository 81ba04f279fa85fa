import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, InlineLink, Paragraph, Phone, SmallPrint } from '#mail/layout/elements.tsx'
import { ana, linkTo, named } from '#mail/sample-person.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { linkMinutes } from '../links/entry-link.rules.ts'
import type { signInMails } from './mails.rules.ts'

/** The new address of the samples. */
const sampleEmail = 'ana.ruiz@customer.example'

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
  'login-link': {
    subject: 'Your link to log in to Kohue',
    preview: ({ minutes }) => `It works once, within ${minutes} minutes.`,
    kicker: 'Your account',
    title: 'Log in',
    body: ({ link, minutes }) => (
      <>
        <Paragraph>This link logs you in. It works once, within {minutes} minutes.</Paragraph>
        <ActionLink href={link}>Log in to Kohue</ActionLink>
        <SmallPrint>
          If you did not ask for it, you can ignore this email. Do not forward it: anyone with the
          link can log in as you.
        </SmallPrint>
      </>
    ),
    sample: { ...named, ...linkTo('enter/4v2Nq0t8Xw'), minutes: 15 },
  },
  'purchase-link': {
    subject: 'A fresh link to your Kohue release',
    preview: 'It opens your purchase on the device on which you press it first.',
    kicker: 'Your release',
    title: 'A fresh link',
    body: ({ link, expiresAt }, site) => (
      <>
        <Paragraph>
          This link to the release is yours alone. It opens your purchase on the first device that
          you use it on, until {shopDates(site.timeZone).longMoment(new Date(expiresAt))}.
        </Paragraph>
        <ActionLink href={link}>Go to your release</ActionLink>
        <SmallPrint>If you did not ask for it, you can ignore this email.</SmallPrint>
      </>
    ),
    sample: { ...named, ...linkTo('enter/4v2Nq0t8Xw'), expiresAt: '2026-12-04T18:30:00.000Z' },
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
  'email-confirm': {
    subject: 'Confirm your email for Kohue',
    preview: 'Confirm that this address is yours.',
    kicker: 'Your account',
    title: 'Confirm your email',
    body: ({ email, link }) => (
      <>
        <Paragraph>
          Please confirm that {email} is yours. You need to be logged in to do so.
        </Paragraph>
        <ActionLink href={link}>Confirm my email</ActionLink>
        <SmallPrint>
          The link works for {linkMinutes.address / 60} hours. If you have no account with us,
          please ignore this email.
        </SmallPrint>
      </>
    ),
    sample: { ...ana, ...linkTo('confirm-email/4Tq8s1Wn7c') },
  },
  /** To the old address. */
  'email-change-approve': {
    subject: 'Approve the new email of your Kohue account',
    preview: ({ newEmail }) => `Your account will use ${newEmail}. Please approve the change.`,
    kicker: 'Your account',
    title: 'Approve your new email',
    body: ({ newEmail, link }) => (
      <>
        <Paragraph>
          You asked us to use {newEmail} for your account from now on. Please approve the change
          here, then confirm the new address with the email we have sent there.
        </Paragraph>
        <ActionLink href={link}>Approve the change</ActionLink>
        <SmallPrint>
          Not you? Nothing changes unless you approve it. Someone may know your password: please
          choose a new one on the log-in page, with “Forgot Password?”.
        </SmallPrint>
      </>
    ),
    sample: { ...named, ...linkTo('confirm-email/2Rm6d0Kx5a'), newEmail: sampleEmail },
  },
  /** To the new address. */
  'email-change-confirm': {
    subject: 'Confirm your new email for Kohue',
    preview: 'Please confirm that it is yours.',
    kicker: 'Your account',
    title: 'Confirm your new email',
    body: ({ newEmail, link }) => (
      <>
        <Paragraph>
          You asked us to use {newEmail} for your Kohue account. Please confirm that it is yours.
          You need to be logged in to do so.
        </Paragraph>
        <ActionLink href={link}>Confirm my new email</ActionLink>
        <SmallPrint>
          If you did not ask for this, please ignore this email: nothing changes.
        </SmallPrint>
      </>
    ),
    sample: { ...named, ...linkTo('confirm-email/9Kd1s7Yp2m'), newEmail: sampleEmail },
  },
  /** To both addresses, while the waiting time for a lost mailbox runs. */
  'email-change-waiting': {
    subject: 'The email of your Kohue account will change',
    preview: 'If this was not you, you can stop it.',
    kicker: 'Your account',
    title: 'Your email will change',
    body: ({ oldEmail, newEmail, takesEffectAt, link }, site) => (
      <>
        <Paragraph>
          You told us that you can no longer read {oldEmail}. Your account will use {newEmail} from{' '}
          {shopDates(site.timeZone).longMoment(new Date(takesEffectAt))}, once the new address is
          confirmed.
        </Paragraph>
        <ActionLink href={link}>See or cancel the change</ActionLink>
        <SmallPrint>
          Not you? Choose a new password on the log-in page, with “Forgot Password?”: that stops the
          change and signs out every device. Or call <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: {
      ...named,
      oldEmail: ana.email,
      newEmail: sampleEmail,
      takesEffectAt: '2026-11-25T18:30:00.000Z',
      ...linkTo('account/security'),
    },
  },
  'email-changed': {
    subject: 'Your Kohue email was changed',
    preview: 'If this was not you, let us know right away.',
    kicker: 'Your account',
    title: 'Your email was changed',
    body: ({ oldEmail, newEmail, googleRemoved }, site) => (
      <>
        <Paragraph>
          Your account now uses {newEmail} in place of {oldEmail}. Please log in with it from now
          on; we will write to you there, too.
        </Paragraph>
        {googleRemoved && (
          <Paragraph>
            Google no longer logs in to it. You can connect it again under Security; without a
            password, choose one with “Forgot Password?” on the log-in page.
          </Paragraph>
        )}
        <SmallPrint>
          If you did not make this change, reply to this email or call us at{' '}
          <Phone number={site.phone} /> right away.
        </SmallPrint>
      </>
    ),
    sample: { ...named, oldEmail: ana.email, newEmail: sampleEmail },
  },
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
} satisfies TemplatesOf<typeof signInMails>
