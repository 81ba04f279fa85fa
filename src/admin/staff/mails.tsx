import {
  alarmEmails,
  alarmEmailText,
  alarmPlace,
  alarmTitle,
  alarmTodo,
} from '../alarms/alarms.copy.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { EmailTemplates } from '#mail/email-template.ts'
import { ActionLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'

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
          The link works once, for {hours} hours. If you do not know why you got it, you need not do
          anything.
        </SmallPrint>
      </>
    ),
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
  },
  'second-factor-off': {
    subject: ({ email }) => `The second factor of ${email} was removed`,
    preview: 'If you do not know why, let the others know right away.',
    kicker: 'Staff',
    title: 'A second factor was removed',
    body: ({ by, email }) => (
      <>
        <Paragraph>
          {by} removed the second factor of {email}. Until a new one is set up, the password alone
          logs in there.
        </Paragraph>
        <SmallPrint>
          If neither of you asked for this, change that password right away, and have an owner look
          at the log.
        </SmallPrint>
      </>
    ),
  },
  'operations-alert': {
    subject: ({ event, cause }) => `${alarmEmails[event]}: ${alarmTitle(cause)}`,
    preview: ({ cause }) => alarmTodo(cause),
    kicker: ({ event }) => alarmEmails[event],
    title: ({ cause }) => alarmTitle(cause),
    body: ({ event, cause, sinceAt }, site) => (
      <>
        <Paragraph>
          {alarmEmailText[event](shopDates(site.timeZone).longMoment(new Date(sinceAt)))}
        </Paragraph>
        {event !== 'ended' && (
          <Paragraph>
            {alarmTodo(cause)} {alarmPlace(cause)}.
          </Paragraph>
        )}
      </>
    ),
  },
} satisfies Partial<EmailTemplates>
