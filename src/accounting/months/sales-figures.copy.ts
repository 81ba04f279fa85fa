import type { Cents } from '#platform/text/money.rules.ts'

import { accountingCopy as copy, refundedNames, soldNames, soldParts } from './accounting.copy.ts'
import type { SalesGroup } from './month-figures.rules.ts'
import { centsOf } from './month-figures.rules.ts'
import { bookedParts } from './month-lines.rules.ts'

/** A figure of the sales through one channel to one state: a number of payments or refunds, or cents. */
type SalesFigure = { label: string } & (
  | { countOf: (group: SalesGroup) => number }
  | { centsOf: (group: SalesGroup) => Cents }
)

/** The figures of sales, in the order of the month's page and of its file. */
export const salesFigures: readonly SalesFigure[] = [
  { label: copy.payments, countOf: ({ payments }) => payments },
  ...soldParts.map((part) => ({
    label: soldNames[part],
    centsOf: ({ sold }: SalesGroup) => centsOf(sold, part),
  })),
  { label: copy.refunds, countOf: ({ refunds }) => refunds },
  ...bookedParts.map((part) => ({
    label: copy.refunded(refundedNames[part]),
    centsOf: ({ refunded }: SalesGroup) => centsOf(refunded, part),
  })),
]
