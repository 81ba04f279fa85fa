import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { linkTo, named } from '#mail/sample-person.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { linkMails } from './mails.rules.ts'

export const linkEmails = {
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
} satisfies TemplatesOf<typeof linkMails>
