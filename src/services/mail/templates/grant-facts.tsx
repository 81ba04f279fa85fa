import { shopDates } from '#domain/dates.ts'
import type { MailProps } from '#domain/emails/mail.ts'
import { formatAmount } from '#domain/money.ts'

import { Facts } from '#services/mail/layout/facts.tsx'

type Props = Omit<MailProps['grant-expiring'], 'firstName' | 'link'> & { timeZone: string }

/** What is kept, until when, and what it costs. */
export function GrantFacts({ wine, units, untilAt, landedCents, unitCents, timeZone }: Props) {
  return (
    <Facts
      rows={[
        { label: 'Wine', value: wine },
        { label: 'Kept for you', value: units === 1 ? '1 case' : `${units} cases` },
        { label: 'Until', value: shopDates(timeZone).longMoment(new Date(untilAt)) },
        { label: 'A case', value: formatAmount(unitCents) },
        ...(landedCents === null
          ? []
          : [
              {
                label: 'In all, with ground shipping and tax',
                value: formatAmount(landedCents),
              },
            ]),
      ]}
    />
  )
}
