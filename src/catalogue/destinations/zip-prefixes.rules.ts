import type { Destination } from '#platform/text/us-states.rules.ts'

/**
 * First three digits of a ZIP code, as prefixes and ranges per destination. Source: USPS Publication 65 / L002
 * three-digit prefix list (public domain).
 */
export const zipPrefixes = {
  AL: '350-352 354-369',
  AK: '995-999',
  AZ: '850-853 855-857 859-860 863-865',
  AR: '716-729',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205 569',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  IA: '500-516 520-528',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  KS: '660-662 664-679',
  KY: '400-427',
  LA: '700-701 703-708 710-714',
  MA: '010-027 055',
  MD: '206-212 214-219',
  ME: '039-049',
  MI: '480-499',
  MN: '550-551 553-567',
  MO: '630-631 633-641 644-658',
  MS: '386-397',
  MT: '590-599',
  NC: '270-289',
  ND: '580-588',
  NE: '680-681 683-693',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-875 877-884',
  NV: '889-891 893-895 897-898',
  NY: '005 100-149',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VA: '201 220-246',
  VT: '050-054 056-059',
  WA: '980-986 988-994',
  WI: '530-532 534-535 537-549',
  WV: '247-268',
  WY: '820-831',
} as const satisfies Record<Destination, string>

/** ZIP codes served by a post office in a neighbouring state, so their prefix is that state's. */
const zipsOfOtherState: Readonly<Record<string, Destination>> = {
  '06390': 'NY', // Fishers Island, next to Connecticut
  '73949': 'TX', // Texhoma, next to Oklahoma
  '83414': 'WY', // Alta, next to Idaho
}

/** True for five digits, or nine as `94110-1234`: what carriers, labels and files take. */
export const isZipCode = (text: string): boolean => /^\d{5}(-\d{4})?$/.test(text.trim())

/** True when the ZIP's first three digits belong to the state. False for text that is not a ZIP. */
export function zipIsIn(zipCode: string, state: Destination): boolean {
  if (!isZipCode(zipCode)) return false
  const zip = zipCode.trim()
  const elsewhere = zipsOfOtherState[zip.slice(0, 5)]
  if (elsewhere) return elsewhere === state
  const prefix = zip.slice(0, 3)
  return zipPrefixes[state].split(' ').some((range) => {
    const [from = '', to = from] = range.split('-')
    return prefix >= from && prefix <= to
  })
}
