import type { TemplatesOf } from '#mail/email-template.ts'
import { Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { monthName } from '#platform/text/accounting-month.rules.ts'

import type { deletionMails } from './mails.rules.ts'

const until = (through: string | null) =>
  through ? `: until ${monthName(through)} at the latest, unless it is needed in court` : ''

export const deletionEmails = {
  'erasure-confirmed': {
    subject: 'Your data at Kohue has been erased',
    preview: 'What is gone, and what the law requires us to keep.',
    kicker: 'Your data',
    title: 'Your data has been erased',
    body: ({ number, orders, through, isErased }) => (
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
              ? `One order, with the address it was sold and sent to, for as long as the law requires us to keep it${until(through)}.`
              : `${orders} orders, with the addresses they were sold and sent to, for as long as the law requires us to keep them${until(through)}.`}
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
    sample: { number: 12, orders: 2, through: '2033-12', isErased: { account: true, list: true } },
  },
} satisfies TemplatesOf<typeof deletionMails>
