import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const EmailChangeConfirm = ({
  firstName,
  link,
  newEmail,
  ...frame
}: MailProps['email-change-confirm'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Your account">Is this your address?</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You want us to write to {newEmail} from now on, and to log in with it. Please say that it is
      yours.
    </Paragraph>
    <ActionLink href={link}>Yes, use this address</ActionLink>
    <SmallPrint>If you know nothing of this, do nothing: nothing will change.</SmallPrint>
  </Sheet>
)
