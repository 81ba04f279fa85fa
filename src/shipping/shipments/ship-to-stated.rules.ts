import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shipToRules } from '#catalogue/destinations/ship-to.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { Address } from '#platform/address/address.rules.ts'

/** What the buyer of a box has to state for it: for a gift, that another signs. */
export const statementFor = ({ gift }: Pick<ShipToRecord, 'gift'>): string =>
  gift ? buyerStatements.gift : buyerStatements.delivery

/** Where a box goes once its buyer has stated for another address what must be stated. */
export const shipToStated = (
  before: ShipToRecord,
  address: Address,
  statementShown: NonNullable<ShipToRecord['statementShown']>,
): ShipToRecord => ({
  ...before,
  ...address,
  rules: shipToRules,
  statement: statementFor(before),
  statementShown,
})
