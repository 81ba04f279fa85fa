import {
  alarmEmails,
  alarmEmailText,
  alarmPlace,
  alarmTitle,
  alarmTodo,
} from '#domain/copy/alarms.ts'
import { shopDates } from '#domain/dates.ts'
import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'

export const OperationsAlert = ({
  event,
  cause,
  sinceAt,
  ...frame
}: MailProps['operations-alert'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={alarmEmails[event]}>{alarmTitle(cause)}</Title>
    <Paragraph>
      {alarmEmailText[event](shopDates(frame.site.timeZone).longMoment(new Date(sinceAt)))}
    </Paragraph>
    {event !== 'ended' && (
      <Paragraph>
        {alarmTodo(cause)} {alarmPlace(cause)}.
      </Paragraph>
    )}
  </EmailLayout>
)
