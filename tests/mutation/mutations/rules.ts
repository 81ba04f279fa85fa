import type { Mutation } from '../mutation.ts'

const shipTo = ['src/catalogue/destinations/zip-prefixes.rules.test.ts']
const guest = ['src/checkout/offers/ship-to-form.rules.test.ts']
const list = ['src/campaigns/mailing-list/mailing-list-form.rules.test.ts']
const zips = 'src/catalogue/destinations/zip-prefixes.rules.ts'
const spoken = ['launch/spec-sentences.test.ts']

/** Rules of the domain: addresses, fields, quoted sentences. */
export const rules: readonly Mutation[] = [
  {
    name: 'CA ends at 960',
    file: zips,
    search: '930-961',
    replace: '930-960',
    tests: shipTo,
  },
  {
    name: 'WA ends at 993',
    file: zips,
    search: '988-994',
    replace: '988-993',
    tests: shipTo,
  },
  {
    name: 'NY begins at 101',
    file: zips,
    search: '005 100-149',
    replace: '005 101-149',
    tests: shipTo,
  },
  {
    name: 'Fishers Island is in Connecticut',
    file: zips,
    search: "  '06390': 'NY', // Fishers Island, next to Connecticut\n",
    replace: '',
    tests: shipTo,
  },
  {
    name: 'Alta is in Idaho',
    file: zips,
    search: "  '83414': 'WY', // Alta, next to Idaho\n",
    replace: '',
    tests: shipTo,
  },
  {
    name: 'a ZIP of another state is not limited to its own',
    file: zips,
    search: 'if (elsewhere) return elsewhere === state',
    replace: 'if (elsewhere === state) return true',
    tests: shipTo,
  },
  {
    name: 'a full cart answers that all is well',
    file: 'src/storefront/cart/cart-change.rules.ts',
    search: "hasNoRoom ? 'cart-full' : whyNotAdd(product, wanted)",
    replace: 'hasNoRoom ? null : whyNotAdd(product, wanted)',
    tests: ['src/storefront/cart/cart-change.rules.test.ts'],
  },
  {
    name: '‘INAUGURAL RELEASE FALL 2024’ in other letter case',
    file: 'src/platform/layout/home.copy.ts',
    search: 'INAUGURAL RELEASE FALL 2024',
    replace: 'Inaugural Release Fall 2024',
    tests: spoken,
  },
  {
    name: '‘billing address’ is spelled otherwise',
    file: 'src/accounts/account/account.copy.ts',
    search: 'Use shipping address as billing address',
    replace: 'Use shipping address as billing adress',
    tests: spoken,
  },
  {
    name: 'a name of 121 letters on the list',
    file: 'src/campaigns/mailing-list/mailing-list-form.rules.ts',
    search: '.max(120, errors.longName)',
    replace: '.max(121, errors.longName)',
    tests: list,
  },
  {
    name: 'a name of 3 letters on the list',
    file: 'src/campaigns/mailing-list/mailing-list-form.rules.ts',
    search: '.min(4, errors.shortName)',
    replace: '.min(3, errors.shortName)',
    tests: list,
  },
  {
    name: 'the list’s form may be sent at once',
    file: 'src/campaigns/mailing-list/mailing-list-form.rules.ts',
    search: 'const shortestVisit = 1_500',
    replace: 'const shortestVisit = 1_499',
    tests: list,
  },
  {
    name: 'the list’s form has to wait longer',
    file: 'src/campaigns/mailing-list/mailing-list-form.rules.ts',
    search: 'const shortestVisit = 1_500',
    replace: 'const shortestVisit = 1_501',
    tests: list,
  },
  {
    name: 'a guest’s name of 61 letters',
    file: 'src/checkout/offers/ship-to-form.rules.ts',
    search: '.max(60, offerSays.longName)',
    replace: '.max(61, offerSays.longName)',
    tests: guest,
  },
  {
    name: 'a guest’s name of 3 letters',
    file: 'src/checkout/offers/ship-to-form.rules.ts',
    search: '.min(4, offerSays.name)',
    replace: '.min(3, offerSays.name)',
    tests: guest,
  },
  {
    name: 'a guest’s phone of 8 digits',
    file: 'src/checkout/offers/ship-to-form.rules.ts',
    search: '.min(9, messages.phoneTooShort)',
    replace: '.min(8, messages.phoneTooShort)',
    tests: guest,
  },
  {
    name: 'a guest’s phone of 16 digits',
    file: 'src/checkout/offers/ship-to-form.rules.ts',
    search: '.max(15, messages.phoneTooLong)',
    replace: '.max(16, messages.phoneTooLong)',
    tests: guest,
  },
  {
    name: 'a guest’s line of 41 letters',
    file: 'src/catalogue/destinations/address-form.rules.ts',
    search: '.max(longestAddressLine, ',
    replace: '.max(longestAddressLine + 1, ',
    tests: guest,
  },
  {
    name: 'an account’s field of 301 letters',
    file: 'src/platform/form/field-rules.rules.ts',
    search: 'const storable = 300',
    replace: 'const storable = 301',
    tests: [
      'src/accounts/account/account-form.rules.test.ts',
      'src/campaigns/mailing-list/subscriber-form.rules.test.ts',
    ],
  },
]
