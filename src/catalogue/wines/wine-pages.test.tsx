import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import { neutralPicture, pictureInPreparation } from '../pictures/picture.rules.ts'
import NewWine from './new-wine.page.tsx'
import WineFile from './wine-file.page.tsx'
import { emptyWine } from './wine-form.rules.ts'
import WineState from './wine-state.page.tsx'
import Wine from './wine.page.tsx'
import Wines from './wines.page.tsx'

const fields = {
  ...{
    ...emptyWine,
    name: 'Malbec',
    vintage: '2023',
    subtitle: '3-pack',
    price: '480',
    stock: '40',
  },
  ...{ titleCart: 'Malbec 23', description: 'From Altamira.', story: 'A cool year.' },
}
const wine = (change: object = {}) => ({
  ...{
    id: 'malbec-2023',
    title: '2023 Malbec',
    subtitle: '3-pack',
    priceCents: 48_000,
    version: 6,
  },
  ...{ stock: 40, held: 3, sold: 7, promised: 11, releaseState: 'on-sale', priceId: 'price_1' },
  ...{ image: '', pictureFile: 'p', specSheet: 'malbec', sheetTyped: null, fields, ...change },
})
const open = { id: 'r', name: 'Spring', phase: 'open' }

test('the list of wines', () => {
  const page = (wines: readonly object[], sent?: object) =>
    pageWith(Wines, {
      loaderData: { wines },
      actionData: sent && { intent: '', errors: {}, refusal: null, shown: null, ...sent },
    })
  const rows = [
    wine({ release: null }),
    wine({ id: 'b', title: 'Blend', stock: 21, release: open }),
    wine({ id: 't', title: 'Tannat', stock: 7, held: 0, promised: 0, releaseState: 'announced' }),
    wine({ id: 'r', title: 'Rosé', stock: null, releaseState: 'closed', release: null }),
  ]
  expectParts('wines-page', {
    'on sale, promised to the last case, sold out, not counted': page(rows),
    'one refused, as it was typed': page(rows.slice(0, 2), {
      values: { wine: 'b', stock: '-1' },
      errors: { stock: 'A whole number, please.' },
    }),
  })
})

test('a wine, its files and its status', () => {
  const viewed = (change: object = {}, more: object = {}) => ({
    ...{ wine: wine(change), price: 'stored', carts: 0, release: null, isOffered: false, log: [] },
    ...more,
  })
  const page = (of: object | null, shown: object | null = null) =>
    pageWith(Wine, { loaderData: { viewed: of }, actionData: shown && { shown } })
  const file = (kind: string, change: object, sent: object | null) =>
    pageWith(WineFile, {
      loaderData: { kind, viewed: viewed(change) },
      actionData: sent && { errors: {}, refusal: null, values: {}, ...sent },
    })
  const typed = {
    variety: 'Malbec',
    place: 'Altamira',
    alcohol: '14 %',
    format: '750 ml',
    notes: '',
  }
  expectParts(
    'wine-page',
    {
      'on sale': page(viewed()),
      'there is none': page(null),
      'announced, its price is being prepared, in one cart, without files': page(
        viewed(
          { releaseState: 'announced', priceId: null, pictureFile: null, specSheet: null },
          { price: 'pending', carts: 1 },
        ),
      ),
      'closed and never sold, its price is of the settings, without a limit, our bottle': page(
        viewed(
          {
            ...{ releaseState: 'closed', sold: 0, stock: null, pictureFile: null },
            ...{ image: neutralPicture, fields: { ...fields, stock: 'unlimited' } },
          },
          { price: 'settings', carts: 1_002 },
        ),
      ),
      'closed, and sold before': page(viewed({ releaseState: 'closed', sold: 1 })),
      'in a release, and sold by the offer': page(viewed({}, { release: open, isOffered: true })),
      'the case of the other offer': page(viewed({ id: 'malbec-2021-bottle' })),
      'its sheet is typed, its picture is being made': page(
        viewed({ sheetTyped: typed, image: pictureInPreparation }),
      ),
      'a field is wrong': page(viewed(), {
        ...{ problem: 'invalid', values: { ...fields, name: '' }, now: null },
        errors: { name: 'Please fill this in' },
      }),
      'saved elsewhere': page(viewed(), {
        ...{ problem: 'saved-elsewhere', values: { ...fields, stock: 'unlimited' }, errors: {} },
        now: {
          ...{ version: 7, fields: { ...fields, stock: '50' } },
          conflicts: [
            { field: 'stock', was: '40', theirs: '50', yours: 'unlimited', isContested: true },
          ],
        },
      }),
      'a picture refused': file('picture', {}, { errors: { file: 'Too small.' } }),
      'a sheet refused': file('sheet', {}, { refusal: 'This file is no PDF.' }),
      'a typed sheet refused': file(
        'typed-sheet',
        { specSheet: null },
        {
          ...{ refusal: 'It needs two pages.', values: { ...typed, notes: 'Long' } },
        },
      ),
      'a file without a refusal': file('picture', {}, null),
    },
    { asChanges: true },
  )
})

test('a new wine, and the step before its sale changes', () => {
  const make = (copyOf: string | null, shown: object | null = null) =>
    pageWith(NewWine, {
      loaderData: { fields: copyOf ? { ...fields, price: '' } : emptyWine, copyOf },
      actionData: shown && { shown },
    })
  const state = (to: string, carts: number, stock: number | null) =>
    pageWith(WineState, { loaderData: { to, carts, wine: wine({ stock }) } })
  expectParts('new-wine', {
    new: make(null),
    'a copy': make('2023 Malbec'),
    'a copy refused': make('2023 Malbec', {
      ...{ problem: 'invalid', values: { ...fields, price: '0', stock: 'unlimited' }, now: null },
      errors: { price: 'From $1 to $9,999, please' },
    }),
    'set on sale': state('on-sale', 0, 40),
    'set on sale without a limit': state('on-sale', 2, null),
    closed: state('closed', 1, null),
  })
})
