import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, InlineLink, Paragraph, Quotation, SmallPrint } from '#mail/layout/elements.tsx'
import { linkTo, named } from '#mail/sample-person.ts'
import { clubName, membershipLevels } from '#platform/club/club.rules.ts'

import type { requestMails } from './mails.rules.ts'

const about = ({ wine }: { wine: string | null }): string =>
  wine ? `Your request for ${wine}` : 'Your request to Kohue'

export const requestEmails = {
  'request-declined': {
    subject: about,
    preview: ({ keepsPlace }) =>
      keepsPlace ? 'You keep your place in line.' : 'Our answer, and what you can do next.',
    kicker: 'Your request',
    title: ({ wine }) => (wine ? `About ${wine}` : 'Our answer'),
    body: ({ wine, text, keepsPlace, link }) => (
      <>
        <Quotation>{text}</Quotation>
        {keepsPlace && (
          <Paragraph>You keep your place in line; there is nothing you need to do.</Paragraph>
        )}
        {!keepsPlace && wine && link && (
          <>
            <Paragraph>If you like, you can stay in line for the next vintage.</Paragraph>
            <ActionLink href={link}>See your requests</ActionLink>
          </>
        )}
      </>
    ),
    sample: {
      ...named,
      wine: '2023 Malbec',
      text: 'We have given out every case of this vintage. Thank you for asking.',
      keepsPlace: false,
      ...linkTo('members/requests'),
    },
  },
  'request-answered': {
    subject: 'Your request to Kohue',
    preview: 'Our answer to what you asked.',
    kicker: 'Your request',
    title: 'Our answer',
    body: ({ asked, text, link }) => (
      <>
        <Paragraph>You wrote to us: “{asked}”</Paragraph>
        <Quotation>{text}</Quotation>
        {link && <ActionLink href={link}>See your requests</ActionLink>}
      </>
    ),
    sample: {
      ...named,
      asked: 'May my brother collect my two cases on Saturday?',
      text: 'Gladly. He is expected from ten to four; please let him bring your order number.',
      ...linkTo('members/requests'),
    },
  },
  'request-closed': {
    subject: about,
    preview: 'It has ended, and we did not want to leave you without an answer.',
    kicker: 'Your request',
    title: ({ wine }) => (wine ? `About ${wine}` : 'Your request has ended'),
    body: ({ wine, link }) => (
      <>
        <Paragraph>
          {wine
            ? `The list of requests for ${wine} is closed, and yours has ended with it. Thank you for asking; we are sorry that there was not enough for everyone.`
            : 'Your request has ended. Thank you for asking.'}
        </Paragraph>
        <ActionLink href={link}>See the current release</ActionLink>
      </>
    ),
    sample: { ...named, wine: '2023 Malbec', ...linkTo('members?view=current') },
  },
  'subscription-confirmed': {
    subject: 'Your Kohue subscription',
    preview: ({ isActive }) => (isActive ? 'It is active.' : 'It has ended.'),
    kicker: 'Your subscription',
    title: ({ isActive }) =>
      isActive ? 'Your subscription is active' : 'Your subscription has ended',
    body: ({ isActive, link }) => (
      <>
        <Paragraph>
          {isActive
            ? 'You wrote to us about your subscription to Kohue: it is active.'
            : 'You wrote to us about your subscription to Kohue: it has ended. Emails about your own orders still reach you.'}
        </Paragraph>
        <SmallPrint>
          You can change it at any time in <InlineLink href={link}>your account</InlineLink>.
        </SmallPrint>
      </>
    ),
    sample: { ...named, isActive: true, ...linkTo('members?view=account') },
  },
  'club-welcome': {
    subject: `Welcome to ${clubName}`,
    preview: ({ level }) => `Your level is ${level}.`,
    kicker: clubName,
    title: `Welcome to ${clubName}`,
    body: ({ level, bottles, link }) => (
      <>
        <Paragraph>
          You asked about our club, and we are glad to have you. Your level is {level}: {bottles}{' '}
          bottles of each release.
        </Paragraph>
        <ActionLink href={link}>See your membership</ActionLink>
      </>
    ),
    sample: {
      ...named,
      level: membershipLevels[6],
      bottles: 6,
      ...linkTo('members?view=membership'),
    },
  },
} satisfies TemplatesOf<typeof requestMails>
