import { stateName } from '../text/us-states.rules.ts'

/** The fields of an address with their labels, in the order in which they are shown and checked. */
export const addressLabels = {
  address: 'Address',
  addressExtra: 'Apartment, suite, company',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
} as const

/** What carriers print in a line of a label; an address kept from before may be longer. */
export const longestAddressLine = 40

export type AddressField = keyof typeof addressLabels

/** The labels in a form: of what may stay empty, they say so. */
export const addressFormLabels: Readonly<Record<AddressField, string>> = {
  ...addressLabels,
  addressExtra: `${addressLabels.addressExtra} (optional)`,
}

/** What browsers fill in, after `shipping` or `billing`. */
export const addressAutoComplete = {
  address: 'address-line1',
  addressExtra: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zipCode: 'postal-code',
} as const satisfies Record<AddressField, string>

export const addressFields = Object.keys(addressLabels) as AddressField[]

/**
 * Where wine goes; state is a postal code such as `'CA'`. Every field is required and may be empty, so that
 * whatever makes an address of something else fails to compile until it says what becomes of a new field.
 */
export type Address = Record<AddressField, string>

/** A value for each field, as `byAddressField((field) => …)`. */
export const byAddressField = <T>(valueOf: (field: AddressField) => T): Record<AddressField, T> =>
  Object.fromEntries(addressFields.map((field) => [field, valueOf(field)])) as Record<
    AddressField,
    T
  >

export const noAddress: Address = byAddressField(() => '')

/** The address in a row, and nothing else of it, or the columns of a table. What a record stored earlier lacks is empty. */
export const addressIn = <Row extends Readonly<Record<AddressField, unknown>>>(row: Row) =>
  byAddressField((field) => row[field] ?? '') as Pick<Row, AddressField>

type States = 'names' | 'codes'

/** `Austin, Texas 78701` */
export function placeLine(to: Address, states: States = 'names'): string {
  const { city, state, zipCode } = addressIn(to)
  const place = `${states === 'names' ? stateName(state) : state} ${zipCode}`.trim()
  return [city, place].filter(Boolean).join(', ')
}

const streetLines = ({ address, addressExtra }: Address) => [address, addressExtra].filter(Boolean)

/** `1 Main Street`, `Suite 4`, `Austin, Texas 78701`; what is empty is left out. */
export const addressLines = (to: Address, states?: States): string[] =>
  [...streetLines(to), placeLine(to, states)].filter(Boolean)

/** `1 Main Street, Suite 4`, `Austin, Texas 78701` */
export const addressInTwoLines = (to: Address): string[] =>
  [streetLines(to).join(', '), placeLine(to)].filter(Boolean)

/** `1 Main Street, Suite 4, Austin, Texas 78701` */
export const addressInOneLine = (to: Address, states?: States): string =>
  addressLines(to, states).join(', ')

export const isSameAddress = (one: Address, other: Address): boolean =>
  addressFields.every((field) => (one[field] ?? '') === (other[field] ?? ''))
