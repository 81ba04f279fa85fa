import { test } from 'vitest'

import { FlashProvider } from '#platform/layout/flash-notice.tsx'
import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import OfferShipToPage from './offer-ship-to.page.tsx'
import OfferRoute from './offer.page.tsx'
import OfferThanks from './success_offering.page.tsx'

const product = {
  ...{ id: 'malbec-2021', title: '2021 Malbec', subtitle: '3-pack of 750ml', price: 55_500 },
  ...{ image: 'bottle-malbec-2021', description: 'A case of three.' },
}

test('what the page of an offer says', () => {
  const page = (change: object = {}) => {
    const loaderData = {
      ...{ name: 'offering', product, whyClosed: null, isByLink: false, quantity: 1 },
      ...change,
    }
    return pageWith(OfferRoute, { loaderData })
  }
  expectParts(
    'offer',
    {
      'of cases': page(),
      'of cases, with two chosen before': page({ quantity: 2 }),
      'of cases, by a payment link': page({ isByLink: true }),
      'of a bottle': page({
        name: 'offer1',
        product: {
          ...{ ...product, subtitle: '750ml', price: 18_500, description: 'A bottle.' },
        },
      }),
      'still to come': page({ whyClosed: 'coming' }),
      paused: page({ whyClosed: 'paused' }),
      'that has sold out': page({ whyClosed: 'sold-out' }),
      'that is over': page({ whyClosed: 'over' }),
      'after a payment that is not known': (
        <FlashProvider flash={{ tone: 'info', sentence: 'No payment is known.', at: 'offer' }}>
          {page()}
        </FlashProvider>
      ),
    },
    { asChanges: true },
  )
})

test('what is asked before an offer is paid', () => {
  const saved = {
    ...{ name: '', email: '', phone: '', birthdate: '', pickup: '', statement: '' },
    ...{ address: '', addressExtra: '', city: '', state: '', zipCode: '' },
  }
  const page = (change: object, actionData?: object) => {
    const loaderData = {
      ...{ offer: 'offering', quantity: 2, isCorrected: false, product, saved, token: 't' },
      ...change,
    }
    return pageWith(OfferShipToPage, { loaderData, actionData })
  }
  const values = { name: 'Bea', email: 'bea@', state: 'UT', pickup: 'yes', statement: 'yes' }
  expectParts(
    'offer-ship-to',
    {
      'of a guest': page({}),
      'of a customer': page({
        saved: {
          ...{ ...saved, name: 'Ana Ruiz', email: 'ana@example.com', phone: '+1 305 555 0100' },
          ...{ birthdate: '1980-02-01', address: '12 Vine Street', addressExtra: 'Apt 3' },
          ...{ city: 'Napa', state: 'CA', zipCode: '94558' },
        },
      }),
      'more cases than are offered': page({ quantity: 1, isCorrected: true }),
      'more than one bottle': page({ offer: 'offer1', quantity: 1, isCorrected: true }),
      'fields that came back': page(
        {},
        {
          values,
          errors: { email: 'An email address, please.', statement: 'Please confirm.' },
          shown: { alert: 'Please check the marked fields.', offersPickup: false },
        },
      ),
      'to a state that is not served': page(
        {},
        {
          values: { ...values, pickup: '', statement: '' },
          errors: {},
          shown: { alert: 'Not to this state.', offersPickup: true },
        },
      ),
      'sent without a sentence': page({}, { values, errors: {}, shown: null }),
    },
    { asChanges: true },
  )
})

test('what is said after an offer was paid', () => {
  const page = (change: object) => {
    const loaderData = { offer: 'offering', refusal: null, isPaid: true, order: null, ...change }
    return pageWith(OfferThanks, { loaderData })
  }
  const order = { number: 1042, isPickup: false, shipsFrom: null, token: 'link' }
  expectParts('offer-thanks', {
    'an order of a guest': page({ order }),
    'an order of a customer, which leaves later': page({
      order: { ...order, token: null, shipsFrom: '2027-04-05' },
    }),
    'an order to be collected': page({ order: { ...order, isPickup: true } }),
    'paid, and the order is not shown': page({}),
    'still being confirmed': page({ isPaid: false }),
    'not charged': page({ refusal: 'state-not-served', isPaid: false, offer: 'offer1' }),
    'charged, and refunded': page({ refusal: 'stock-gone' }),
  })
})
