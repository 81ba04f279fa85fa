import type { ReactNode } from 'react'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

type Props = EmailFrame & { firstName: string; number: number; title: string; children: ReactNode }

/** An email about one order: its number, a title and the greeting above the text. */
export const OrderEmail = ({ firstName, number, title, children, ...frame }: Props) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>{title}</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    {children}
  </EmailLayout>
)
