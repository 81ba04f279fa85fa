import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const Register = ({ firstName, email, ...frame }: MailProps['register'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Your account">Welcome to your account</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      Your account is open. In it you find the current release, your orders, and the details we need
      to bring wine to your door.
    </Paragraph>
    <ActionLink href={frame.house.accountUrl}>Go to your account</ActionLink>
    <SmallPrint>
      You log in with {email}. If it was not you who registered, write to us and we will close the
      account.
    </SmallPrint>
  </Sheet>
)
