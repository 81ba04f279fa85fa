import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import Enter from './enter.page.tsx'

const page = (view: object, hasLinks = false, outcome?: string) =>
  pageWith(Enter, {
    loaderData: { view, hasLinks },
    actionData: outcome ? { shown: { outcome } } : undefined,
  })
const ready = { state: 'ready', purpose: 'purchase', name: 'Ana' }

test('what a link of an email opens', () => {
  expectParts('enter', {
    'a purchase': page(ready),
    'a login': page({ ...ready, purpose: 'login', name: '' }),
    'of a device that opened it before': page({ state: 'elsewhere' }),
    'over, where a fresh one can be had': page({ state: 'invalid' }, true),
    'over, where none can be had': page({ state: 'invalid' }),
    'cut, where a fresh one can be had': page({ state: 'cut' }, true),
    'cut, where none can be had': page({ state: 'cut' }),
    'no link': page({ state: 'none' }),
    'too many': page({ state: 'too-many' }),
    'a fresh one was sent': page({ state: 'elsewhere' }, false, 'fresh-sent'),
    'of an address that was never confirmed': page(ready, false, 'confirm-first'),
    'a link that was used up meanwhile': page(ready, false, 'elsewhere'),
    'ready when it was pressed, and gone': page({ state: 'none' }, false, 'ready'),
  })
})
