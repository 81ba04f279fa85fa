import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { AccountDetails } from './account-details.tsx'
import { summaryOf } from './account-summary.ts'

type Props = Parameters<typeof AccountDetails>[0]

const given = {
  ...{ firstname: 'Ana', lastname: 'Ruiz', email: 'ana@example.com', phone: '3055550142' },
  ...{ birthdate: '1980-02-01', byEmail: true, byPhone: false, optionalText: 'Ring twice.' },
  ...{ address: '12 Vine Street', addressExtra: 'Apt 3', city: 'Napa', state: 'CA' },
  ...{ zipCode: '94558', xfirstname: 'Bea', xlastname: 'Sosa', xaddress: '7 Main Street' },
  ...{ xaddressExtra: '', xcity: 'Reno', xstate: 'NV', xzipCode: '89501' },
}
const nothing = Object.fromEntries(
  Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? '' : false]),
) as typeof given

type Shown = { search?: string; fields?: typeof given; result?: object; [change: string]: unknown }

function details({ search = '', fields = given, result, ...change }: Shown = {}) {
  const account = {
    ...{ id: 'a', version: 3, fields, billingDiffers: false, subscription: 'active' },
    ...{ emails: 'sent', left: null, ...change },
  }
  const edit = new URLSearchParams(search).get('edit')
  const props = { account, summary: summaryOf(fields, '2027-03-10'), edit, result }
  return {
    part: <AccountDetails {...(props as unknown as Props)} />,
    at: `/members?view=account${search}`,
  }
}

const answer = (block: string, change: object) => ({
  ...{ block, values: given, errors: {}, emailRefusal: null, passwordRefusal: null, now: null },
  ...change,
})
const left = { at: new Date('2027-03-03T20:00:00Z'), source: 'link' }

test('what an account says, and what may be changed about it', () => {
  expectParts(
    'account-details',
    {
      'with all of it': details(),
      'with nothing': details({ fields: nothing }),
      'with an address that is not served': details({
        fields: { ...given, address: 'PO Box 12', state: 'UT' },
      }),
      'contacted by phone as well': details({ fields: { ...given, byPhone: true } }),
      'with a billing address of its own': details({ billingDiffers: true }),
      'its personal block open': details({ search: '&edit=personal' }),
      'its address open, of a cart': details({ search: '&edit=shipping&from=cart' }),
      'its name open, of the shipping page': details({ search: '&edit=personal&from=ship' }),
      'its billing address open': details({ search: '&edit=billing', billingDiffers: true }),
      'an unknown block open': details({ search: '&edit=club' }),
      'an address with warnings': details({
        ...{
          search: '&edit=shipping',
          fields: { ...given, state: 'UT', addressExtra: 'PO Box 1' },
        },
      }),
      'a name that came back': details({
        result: answer('personal', {
          values: { ...given, firstname: 'A' },
          errors: { firstname: 'At least 2 letters' },
        }),
      }),
      'a new email, with a wrong password': details({
        result: answer('personal', {
          values: { ...given, email: 'new@example.com' },
          passwordRefusal: 'That is not your current password.',
        }),
      }),
      'a new email that is refused': details({
        result: answer('personal', {
          values: { ...given, email: 'bea@example.com' },
          emailRefusal: 'An account with this address already exists.',
        }),
      }),
      'personal data that was saved elsewhere': details({
        result: answer('personal', {
          values: { ...given, firstname: 'Anna' },
          now: { version: 4, fields: { ...given, birthdate: '1981-03-04', optionalText: '' } },
        }),
      }),
      'an address that was saved elsewhere': details({
        result: answer('shipping', {
          values: { ...given, state: 'UT', addressExtra: 'PO Box 1' },
          now: { version: 4, fields: { ...given, city: 'Reno', state: 'NV' } },
        }),
      }),
      'listed, but left before': details({ emails: 'listed', left }),
      'not confirmed': details({ emails: 'unconfirmed' }),
      'neither confirmed nor checked': details({ emails: 'unconfirmed-unchecked' }),
      'not checked': details({ emails: 'unchecked' }),
      'emails came back': details({ emails: 'rejected' }),
      'not written to': details({ emails: 'none', subscription: 'inactive', left }),
    },
    { asChanges: true },
  )
})
