import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { ana } from '#mail/sample-person.ts'

import type { accountMails } from './mails.rules.ts'

export const accountEmails = {
  register: {
    subject: 'Welcome to Kohue',
    preview: 'Your account is ready.',
    kicker: 'Your account',
    title: 'Welcome to Kohue',
    body: ({ email }, site) => (
      <>
        <Paragraph>
          Your account is ready. You will find the current release there, along with your orders and
          your shipping details.
        </Paragraph>
        <ActionLink href={site.accountUrl}>Go to your account</ActionLink>
        <SmallPrint>
          You log in with {email}. If you did not open this account, reply to this email and we will
          close it.
        </SmallPrint>
      </>
    ),
    sample: ana,
  },
} satisfies TemplatesOf<typeof accountMails>
