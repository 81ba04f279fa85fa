import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'

export const ErasureConfirmed = ({
  number,
  orders,
  isErased,
  ...frame
}: MailProps['erasure-confirmed'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your data">Your data has been erased</Title>
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
      A code made from this address, from which the address can’t be read: it keeps you off our
      list. Should someone enter the address there again, we first ask you by an email.
    </Paragraph>
    <Paragraph>What our staff did to your records, in their log.</Paragraph>
    <SmallPrint>
      Data request {number}. This is the last email to this address, unless it is entered on our
      site again. You can join at any time.
    </SmallPrint>
  </EmailLayout>
)
