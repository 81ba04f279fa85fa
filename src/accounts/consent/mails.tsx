import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { ana, linkTo } from '#mail/sample-person.ts'
import { inWords } from '#platform/text/number-words.copy.ts'

import { confirmationHours } from './consent.rules.ts'
import type { mailingListMails } from './mails.rules.ts'

const days = `${inWords(confirmationHours / 24)} days`
const notYou = 'If this was not you, ignore this email: you stay off the list.'

const confirmation = {
  again: {
    title: 'Would you like to come back?',
    text: (email: string) =>
      `You asked us to stop writing a while ago, and ${email} has just been entered to join our mailing list again. If that was you, please confirm within ${days}.`,
    action: 'Put me back on the list',
  },
  new: {
    title: 'Would you like to join the list?',
    text: (email: string) =>
      `${email} has just been entered to join our mailing list. If that was you, please confirm within ${days}.`,
    action: 'Put me on the list',
  },
  'in-writing': {
    title: 'Shall we write to you?',
    text: (email: string) =>
      `We have noted that you asked us in writing to send news of our releases to ${email}. Please confirm within ${days}.`,
    action: 'Put me on the list',
  },
} as const

export const mailingListEmails = {
  join: {
    subject: 'You are on the Kohue list',
    preview: 'You will hear about each release first.',
    kicker: 'Mailing list',
    title: 'Welcome to the list',
    body: (_, site) => (
      <>
        <Paragraph>
          Thank you for your interest in Kohue. We release our wines twice a year, in spring and in
          fall, and the people on this list hear about them first. Between releases we write only
          when there is news worth sharing.
        </Paragraph>
        <ActionLink href={site.winesUrl}>Discover the wines</ActionLink>
      </>
    ),
    sample: ana,
  },
  rejoin: {
    subject: 'Would you like to be on the Kohue list again?',
    preview: 'Confirm, and you are back on the list.',
    kicker: 'Mailing list',
    title: 'Would you like to come back?',
    body: ({ email, link }) => (
      <>
        <Paragraph>
          You left our mailing list a while ago, and {email} has just been entered to join it again.
          If that was you, please confirm within {days}.
        </Paragraph>
        <ActionLink href={link}>Put me back on the list</ActionLink>
        <SmallPrint>{notYou}</SmallPrint>
      </>
    ),
    sample: { ...ana, ...linkTo('rejoin/4v2Nq0t8Xw') },
  },
  'confirm-subscription': {
    subject: ({ asked }) =>
      asked === 'again'
        ? 'Would you like to be on the Kohue list again?'
        : 'Please confirm that Kohue may write to you',
    preview: 'Confirm, and you are on the list.',
    kicker: 'Mailing list',
    title: ({ asked }) => confirmation[asked].title,
    body: ({ email, link, asked }) => (
      <>
        <Paragraph>{confirmation[asked].text(email)}</Paragraph>
        <ActionLink href={link}>{confirmation[asked].action}</ActionLink>
        <SmallPrint>{notYou}</SmallPrint>
      </>
    ),
    sample: { ...ana, ...linkTo('rejoin/4v2Nq0t8Xw'), asked: 'again' },
  },
} satisfies TemplatesOf<typeof mailingListMails>
