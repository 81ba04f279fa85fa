import { ordersCopy } from '#platform/layout/members.copy.ts'
import { callTo } from '#platform/text/phone.rules.ts'
import { letters } from '#ui/layout.ts'

type Props = { site: { email: string; phone: string } }

/** Contact for changing or cancelling an order. */
export const OrderContact = ({ site: { email, phone } }: Props) => (
  <p className={letters.sans} data-print="no">
    {ordersCopy.contact} <a href={callTo(phone)}>{phone}</a>,{' '}
    <a href={`mailto:${email}`}>{email}</a>
  </p>
)
