import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const EmailChanged = ({
  firstName,
  oldEmail,
  newEmail,
  ...frame
}: MailProps['email-changed'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Your account">Your address has changed</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      Your account no longer goes by {oldEmail}. From now on we write to {newEmail}, and you log in
      with it.
    </Paragraph>
    <SmallPrint>
      If it was not you, tell us at once: answer this letter or call {frame.house.phone}.
    </SmallPrint>
  </Sheet>
)
