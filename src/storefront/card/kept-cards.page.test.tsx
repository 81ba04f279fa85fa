import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import KeptCardsPage from './kept-cards.page.tsx'

const cards = [
  { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2029 },
  { id: 'pm_2', brand: 'amex', last4: '0005', expMonth: 12, expYear: 2030 },
]

function page(shown: object, answer?: object) {
  const props = { loaderData: { cards: [], whyIncomplete: null, ...shown }, actionData: answer }
  return { part: pageWith(KeptCardsPage, props), at: '/account/cards', answer }
}

test('which cards are kept, and why some are not shown', () => {
  expectParts(
    'kept-cards',
    {
      none: page({}),
      two: page({ cards }),
      'the provider does not answer': page({ whyIncomplete: 'provider-away' }),
      'it was asked too often': page({ whyIncomplete: 'too-many-calls' }),
      'it did not answer, nor to the form': page(
        { whyIncomplete: 'provider-away' },
        { values: { card: 'pm_1' }, errors: {}, refusal: 'One could not be removed.' },
      ),
    },
    { asChanges: true },
  )
})
