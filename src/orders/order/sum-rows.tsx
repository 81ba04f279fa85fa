import type { Amounts } from '#catalogue/prices/amounts.rules.ts'
import { amountLines } from '#catalogue/prices/amounts.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

type RowProps = { term: string; cents: number; isTotal?: boolean }

export const SumRow = ({ term, cents, isTotal }: RowProps) => (
  <tr data-total={isTotal}>
    <th scope="row" colSpan={2}>
      {term}
    </th>
    <td data-numeric>{formatAmount(cents)}</td>
  </tr>
)

type Props = { order: Amounts & { totalCents: number } }

/** The amounts of an order below its lines, and their sum. */
export const SumRows = ({ order }: Props) => (
  <>
    {amountLines(order).map(([term, cents]) => (
      <SumRow key={term} {...{ term, cents }} />
    ))}
    <SumRow term="Total" cents={order.totalCents} isTotal />
  </>
)
