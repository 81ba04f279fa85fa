import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, Paragraph, Phone, SmallPrint } from '#mail/layout/elements.tsx'
import { ana, linkTo, named } from '#mail/sample-person.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { privacyMails } from './mails.rules.ts'

export const privacyEmails = {
  'personal-data-link': {
    subject: 'What Kohue keeps about you',
    preview: ({ minutes }) => `Your link works once, within ${minutes} minutes.`,
    kicker: 'Your data',
    title: 'What we keep about you',
    body: ({ link, minutes }) => (
      <>
        <Paragraph>
          With this link you can see, download or erase what we keep about you, correct your name,
          or leave the list. It works once, within {minutes} minutes.
        </Paragraph>
        <ActionLink href={link}>See my data</ActionLink>
        <SmallPrint>If you did not ask for it, you can ignore this email.</SmallPrint>
      </>
    ),
    sample: { ...named, ...linkTo('your-data?token=4v2Nq0t8Xw'), minutes: 30 },
  },
  'erasure-confirmed': {
    subject: 'Your data at Kohue has been erased',
    preview: 'What is gone, and what the law requires us to keep.',
    kicker: 'Your data',
    title: 'Your data has been erased',
    body: ({ number, orders, isErased }) => (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          {isErased.account && isErased.list
            ? 'Your account and your record on the mailing list are erased'
            : isErased.account
              ? 'Your account is erased'
              : 'Your record on the mailing list is erased'}
          {isErased.account
            ? ', with what you agreed to, your requests, your login sessions and the emails we had sent to this address.'
            : ', with what you agreed to and the emails we had sent to this address.'}
        </Paragraph>
        <Paragraph>What stays:</Paragraph>
        {orders > 0 && (
          <Paragraph>
            {orders === 1
              ? 'One order, with the address it was sold and sent to, for as long as the law requires us to keep it.'
              : `${orders} orders, with the addresses they were sold and sent to, for as long as the law requires us to keep them.`}
          </Paragraph>
        )}
        <Paragraph>
          A code made from this address, from which the address can’t be read. It keeps you off our
          list: if someone enters the address there again, we will ask you by email first.
        </Paragraph>
        <Paragraph>Our staff’s log of what they did with your records.</Paragraph>
        <SmallPrint>
          Data request {number}.{' '}
          {orders > 0
            ? `From now on we write to this address only about ${orders === 1 ? 'that order' : 'those orders'}, or if it is entered on our site again.`
            : 'This is the last email to this address, unless it is entered on our site again.'}{' '}
          You can join at any time.
        </SmallPrint>
      </>
    ),
    sample: { number: 12, orders: 2, isErased: { account: true, list: true } },
  },
  'accounts-merged': {
    subject: ({ isUndone }) =>
      isUndone ? 'Your Kohue accounts are separate again' : 'Your two Kohue accounts are now one',
    preview: ({ email }) => `What it means for you, and for ${email}.`,
    kicker: 'Your account',
    title: ({ isUndone }) =>
      isUndone ? 'Your accounts are separate again' : 'Your two accounts are now one',
    body: ({ email, second, undoUntil, isUndone }, site) => (
      <>
        {isUndone ? (
          <Paragraph>
            The accounts of {email} and {second} are separate again, each with its own orders. Log
            in to each as you did before the merge: passwords, passkeys and Google accounts that
            were added since are removed.
          </Paragraph>
        ) : (
          <Paragraph>
            The account of {second} was merged into that of {email}, with its orders, requests and
            allocations. Log in with {email} from now on; {second} works only with links that we
            email to it.
          </Paragraph>
        )}
        <SmallPrint>
          {isUndone
            ? 'If you have questions, reply to this email or call us at '
            : `If the accounts are not both yours, reply to this email or call us before ${shopDates(site.timeZone).longDay(new Date(undoUntil))}, and we will undo it: `}
          <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: {
      ...ana,
      second: 'ana.ruiz@work.example',
      undoUntil: '2026-12-06T18:00:00Z',
      isUndone: false,
    },
  },
} satisfies TemplatesOf<typeof privacyMails>
