import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, Phone, SmallPrint } from '#mail/layout/elements.tsx'
import { ana, linkTo, named } from '#mail/sample-person.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { linkMinutes } from '../links/entry-link.rules.ts'
import type { emailChangeMails } from './mails.rules.ts'

/** The new address of the samples. */
const sampleEmail = 'ana.ruiz@customer.example'

export const emailChangeEmails = {
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
} satisfies TemplatesOf<typeof emailChangeMails>
