import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Invitation from './invitation.page.tsx'
import People from './people.page.tsx'
import Person from './person.page.tsx'
import Settings from './shop-settings.page.tsx'

const at = (day: number) => new Date(Date.UTC(2027, 2, day, 18))
const sent = (of: object) => ({ errors: {}, refusal: null, values: {}, shown: null, ...of })

const person = (id: string, change: object = {}) => ({
  ...{ id, name: '', email: `${id}@kohue.example`, duties: ['support', 'shipping'] },
  ...{ hasSecondFactor: false, lastSeenAt: null, sessions: 0, ...change },
})

test('who invites whom, and what there is to do', () => {
  const page = (change: object, refused: string | null = null) => {
    const invitation = {
      ...{ email: 'bea@example.com', by: 'Ana Ruiz', duties: 'Support, Shipping' },
      ...{ here: '/invitation/t', isIn: false, isOther: false, ...change },
    }
    const loaderData = { refused, invitation }
    return <Invitation {...({ loaderData } as unknown as Parameters<typeof Invitation>[0])} />
  }
  const gone = { loaderData: { refused: 'This link has expired.', invitation: null } }
  expectParts('invitation', {
    'logged out': page({}),
    'logged in': page({ isIn: true }),
    'logged in as another': page({ isIn: true, isOther: true }, 'It is for another account.'),
    'no more': <Invitation {...(gone as unknown as Parameters<typeof Invitation>[0])} />,
  })
})

test('the staff', () => {
  const page = (change: object = {}, actionData?: object) => {
    const loaderData = {
      ...{ people: [], invited: [], former: [], self: 'ana', formKey: 'k', ...change },
    }
    return <People {...({ loaderData, actionData } as unknown as Parameters<typeof People>[0])} />
  }
  const typed = { intent: 'invite', email: 'zoe@', duty: 'emails,owner' }
  expectParts(
    'people',
    {
      'oneself, a colleague who never came, and one with two devices': page({
        people: [
          person('ana', {
            name: 'Ana Ruiz',
            hasSecondFactor: true,
            lastSeenAt: at(3),
            sessions: 1,
          }),
          person('bea'),
          person('cy', { lastSeenAt: at(4), sessions: 2 }),
        ],
      }),
      'one invited, one left': page({
        invited: [{ email: 'zoe@example.com', duties: ['emails'], expiresAt: at(9) }],
        former: [{ email: 'di@kohue.example', endedAt: at(2), by: 'ana@kohue.example' }],
      }),
      'an invitation refused': page(
        {},
        sent({ intent: 'invite', values: typed, errors: { email: 'An email address, please.' } }),
      ),
      'another form refused': page({}, sent({ intent: 'withdraw', values: typed })),
    },
    { asChanges: true },
  )
})

test('one of the staff', () => {
  const page = (of: object, isSelf = false) => {
    const loaderData = { person: of, isSelf, formKey: 'k' }
    return <Person {...({ loaderData } as unknown as Parameters<typeof Person>[0])} />
  }
  expectParts(
    'person',
    {
      'a colleague': page(person('bea')),
      'with a name and a second factor': page(
        person('bea', { name: 'Bea Soto', hasSecondFactor: true }),
      ),
      oneself: page(person('ana', { hasSecondFactor: true }), true),
    },
    { asChanges: true },
  )
})

test('what holds for all', () => {
  const page = (change: object = {}, actionData?: object) => {
    const loaderData = {
      rules: { refundOverCents: null, endsRelease: false, version: 2 },
      ...{ alarms: [], isRequired: false, hasLoginLinks: false, tellsAlarms: false, ...change },
    }
    return (
      <Settings {...({ loaderData, actionData } as unknown as Parameters<typeof Settings>[0])} />
    )
  }
  const rules = { refundOverCents: 50_050, endsRelease: true, version: 3 }
  const values = { intent: 'set-approvals', version: '2', over: 'lots', endsRelease: 'on' }
  expectParts(
    'shop-settings',
    {
      'all off': page(),
      'all on, and an alarm': page({
        ...{ rules, isRequired: true, hasLoginLinks: true, tellsAlarms: true },
        alarms: [{ cause: 'c', since: at(5), title: 'Emails wait', todo: 'Look at the server.' }],
      }),
      'rules refused': page({}, sent({ values, errors: { over: 'An amount, please.' } })),
      'rules refused that were changed since': page({ rules }, sent({ values })),
    },
    { asChanges: true },
  )
})
