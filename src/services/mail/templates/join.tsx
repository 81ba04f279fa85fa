import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { ActionLink, Paragraph, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const Join = ({ firstName, ...frame }: MailProps['join'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Mailing list">You are on the list</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      Thank you for your interest in our project. Our wines are released twice a year, in spring and
      in fall, and offered first to the people on this list. We write when there is something to
      tell, and rarely otherwise.
    </Paragraph>
    <ActionLink href={frame.house.winesUrl}>Read about the wines</ActionLink>
  </Sheet>
)
