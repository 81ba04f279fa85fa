import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import LoginCode from './login-code.page.tsx'
import SecondFactor from './second-factor.page.tsx'

const refused = (refusal: string) => ({ values: {}, errors: {}, refusal })

test('how the code is asked for', () => {
  const page = (isAgain: boolean) => pageWith(LoginCode, { loaderData: { isAgain } })
  expectParts(
    'login-code',
    {
      'to log in': page(false),
      'once more': page(true),
      'a wrong one': { part: page(false), answer: refused('This code is not right.') },
    },
    { asChanges: true },
  )
})

test('how staff keep their second factor', () => {
  const page = (change: object, answer?: object) => {
    const loaderData = {
      ...{ isOn: false, isNeeded: false, isRequired: false, recoveryCodes: 0, setUp: null },
      ...{ email: 'ana@kohue.example', ...change },
    }
    return { part: pageWith(SecondFactor, { loaderData, actionData: answer }), answer }
  }
  const setUp = { secret: 'ABCDEFGHIJ', picture: 'data:image/png;base64,x' }
  const on = { isOn: true, isRequired: true }
  expectParts(
    'second-factor',
    {
      off: page({}),
      'off, though required': page({ isNeeded: true, isRequired: true }),
      'off, with a wrong password': page({}, refused('That is not your current password.')),
      'being set up': page({ setUp, isNeeded: true }),
      'on, with two recovery codes': page({ ...on, recoveryCodes: 2, isNeeded: true }),
      'on, with one': page({ ...on, recoveryCodes: 1 }),
      'on, with none, and not required': page({ isOn: true }),
      'just set up': page(
        { ...on, recoveryCodes: 2 },
        { shown: { recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] } },
      ),
    },
    { asChanges: true },
  )
})
