import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { linkTo } from '#mail/sample-person.ts'
import { quietMinutes } from '#platform/admin/alarms.rules.ts'
import { alarmWords } from '#platform/figures/figures.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'

import type { staffMails } from './mails.rules.ts'

const alarmEmails = {
  raised: 'Alarm',
  again: 'Still going on',
  ended: 'Over',
} as const

const alarmEmailText = {
  raised: (since: string) => `Since ${since}.`,
  again: (since: string) => `It began ${since} and is still going on.`,
  ended: (since: string) =>
    `It began ${since} and has been quiet for ${inWords(quietMinutes)} minutes.`,
} as const

export const staffEmails = {
  'staff-invited': {
    subject: 'You are invited to the admin of Kohue',
    preview: ({ hours }) => `The link works once, for ${hours} hours.`,
    kicker: 'Staff',
    title: 'You are invited to the admin',
    body: ({ by, link, hours }) => (
      <>
        <Paragraph>
          {by} invites you to work in the admin of Kohue. Log in, or create an account with this
          address, and accept.
        </Paragraph>
        <ActionLink href={link}>Accept the invitation</ActionLink>
        <SmallPrint>
          The link works once, for {hours} hours. If you were not expecting it, you can ignore this
          email.
        </SmallPrint>
      </>
    ),
    sample: {
      by: 'owner@kohue.example',
      ...linkTo('invitation/4v2Nq0t8Xw'),
      hours: 48,
    },
  },
  'second-factor-off': {
    subject: ({ email }) => `The second factor of ${email} was removed`,
    preview: 'If you do not know why, let the others know right away.',
    kicker: 'Staff',
    title: 'A second factor was removed',
    body: ({ by, email }) => (
      <>
        <Paragraph>
          {by} removed the second factor of {email}. Until a new one is set up, that account opens
          with the password alone.
        </Paragraph>
        <SmallPrint>
          If neither of you asked for this, change that password right away, and have an owner look
          at the log.
        </SmallPrint>
      </>
    ),
    sample: { email: 'ana@kohue.example', by: 'owner@kohue.example' },
  },
  'operations-alert': {
    subject: ({ event, cause }) => `${alarmEmails[event]}: ${alarmWords(cause).title}`,
    preview: ({ cause }) => alarmWords(cause).todo,
    kicker: ({ event }) => alarmEmails[event],
    title: ({ cause }) => alarmWords(cause).title,
    body: ({ event, cause, sinceAt }, site) => (
      <>
        <Paragraph>
          {alarmEmailText[event](shopDates(site.timeZone).longMoment(new Date(sinceAt)))}
        </Paragraph>
        {event !== 'ended' && <Paragraph>{alarmWords(cause).todo}</Paragraph>}
      </>
    ),
    sample: {
      event: 'raised',
      cause: 'emails-overdue',
      sinceAt: '2026-11-20T23:04:00.000Z',
    },
  },
} satisfies TemplatesOf<typeof staffMails>
