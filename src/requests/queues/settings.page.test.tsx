import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { maxSavedAnswers } from '../request.rules.ts'
import Settings from './settings.page.tsx'

type Props = Parameters<typeof Settings>[0]

const answers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `a${index}`, name: `Answer ${index}`, text: 'Sorry.' },
  }))

function page(isOn: boolean, saved: readonly object[], sent?: object) {
  const actionData = sent && { refusal: null, shown: null, ...sent }
  return <Settings {...({ loaderData: { isOn, saved }, actionData } as unknown as Props)} />
}
const values = { intent: 'keep', name: '', text: 'Not now' }

test('where requests are answered, and in which words', () => {
  expectParts(
    'request-settings',
    {
      'by email, nothing saved': page(false, []),
      'here, one answer saved': page(true, answers(1)),
      'an answer whose new words are refused': page(true, answers(2), {
        values: { intent: 'reword', id: 'a1', text: '' },
        errors: { text: 'Please write an answer.' },
      }),
      'one fewer than may be saved': page(true, answers(maxSavedAnswers - 1)),
      'as many as may be saved': page(true, answers(maxSavedAnswers)),
      'one too many, as it was typed': page(true, answers(maxSavedAnswers), {
        ...{ values, errors: { name: 'A name, please.' } },
      }),
    },
    { asChanges: true },
  )
})
