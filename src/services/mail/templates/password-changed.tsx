import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const PasswordChanged = ({
  firstName,
  ...frame
}: MailProps['password-changed'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Your account">Your password has changed</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>From now on your account opens with the new password only.</Paragraph>
    <SmallPrint>
      If it was not you, ask for a new password on the log in page at once, and tell us: answer this
      letter or call {frame.house.phone}.
    </SmallPrint>
  </Sheet>
)
