import type { Amounts } from '#catalogue/prices/amounts.rules.ts'
import { amountLines } from '#catalogue/prices/amounts.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

type RowProps = { term: string; cents: number; className?: string | undefined }

export const SumRow = ({ term, cents, className }: RowProps) => (
  <tr className={className}>
    <th scope="row" colSpan={2}>
      {term}
    </th>
    <td data-numeric>{formatAmount(cents)}</td>
  </tr>
)

type Props = { order: Amounts & { totalCents: number }; total: string | undefined }

/** The amounts of an order below its lines, and their sum; `total` is its style. */
export const SumRows = ({ order, total }: Props) => (
  <>
    {amountLines(order).map(([term, cents]) => (
      <SumRow key={term} {...{ term, cents }} />
    ))}
    <SumRow term="Total" cents={order.totalCents} className={total} />
  </>
)
