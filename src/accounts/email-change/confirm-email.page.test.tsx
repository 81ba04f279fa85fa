import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import ConfirmEmail from './confirm-email.page.tsx'

const link = (purpose: string) => ({ ok: true, purpose, email: `${purpose}@example.com` })
const page = (loaderData: object, actionData?: object) =>
  pageWith(ConfirmEmail, { loaderData, actionData })
const came = (outcome: string) => page(link('confirm-email'), { shown: { outcome }, refusal: null })

test('what the link of an address asks, and what came of it', () => {
  expectParts('confirm-email', {
    'of one’s own address': page(link('confirm-email')),
    'of the old address': page(link('change-from')),
    'of the new address': page(link('change-to')),
    'that is over': page({ ok: false, code: 'expired-action-code' }),
    'that was used meanwhile': page(link('change-to'), { shown: null, refusal: 'Used before.' }),
    confirmed: came('confirmed'),
    approved: came('approved'),
    'confirmed before it is approved': came('new-confirmed'),
    'confirmed, before the 72 hours are over': came('waiting'),
    changed: came('changed'),
  })
})
