/** The 50 states by postal code: the state dropdown (specification, section 2: no DC). */
export const usStates = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const

type UsState = keyof typeof usStates

/** A destination by postal code: the states and the District of Columbia. */
export type Destination = UsState | 'DC'

/** The name of each destination, by postal code. */
export const destinationNames: Readonly<Record<Destination, string>> = {
  ...usStates,
  DC: 'District of Columbia',
}

export const stateCodes = Object.keys(usStates) as UsState[]

export const stateOptions: { value: string; label: string }[] = stateCodes.map((value) => ({
  value,
  label: usStates[value],
}))

export function isUsState(code: unknown): code is UsState {
  return typeof code === 'string' && Object.hasOwn(usStates, code)
}

/** `'CA'` → `'California'`; an unknown code is returned unchanged. */
export const stateName = (code: string): string =>
  Object.hasOwn(destinationNames, code) ? destinationNames[code as Destination] : code

/** Reads a state written as code or name in any case (`'ca'`, `'California'`), or null. */
export function parseState(text: string): Destination | null {
  const wanted = text.trim().toUpperCase()
  if (wanted === 'DC' || wanted === 'DISTRICT OF COLUMBIA') return 'DC'
  if (isUsState(wanted)) return wanted
  return stateCodes.find((code) => usStates[code].toUpperCase() === wanted) ?? null
}
