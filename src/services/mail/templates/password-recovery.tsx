import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { ActionLink, InlineLink, Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const PasswordRecovery = ({
  firstName,
  link,
  minutes,
  ...frame
}: MailProps['password-recovery'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Your account">Choose a new password</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You asked us for a way back into your account. The link works once, within the next {minutes}{' '}
      minutes.
    </Paragraph>
    <ActionLink href={link}>Choose a new password</ActionLink>
    <SmallPrint>
      If you did not ask for it, leave this letter be: your password stays as it is. Questions go to{' '}
      <InlineLink href={`mailto:${frame.house.email}`}>{frame.house.email}</InlineLink>.
    </SmallPrint>
  </Sheet>
)
