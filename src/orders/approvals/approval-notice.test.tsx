import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { ApprovalNotice } from './approval-notice.tsx'

type Approval = NonNullable<Parameters<typeof ApprovalNotice>[0]['approval']>

const at = (day: number) => new Date(Date.UTC(2027, 2, day, 18))
const notice = (change: object, effects?: readonly string[]) => (
  <ApprovalNotice
    approval={
      {
        ...{ id: 'a', kind: 'refund', state: 'open', detail: '', amountCents: 90_000, reason: '' },
        ...{ effects: {}, replaces: null, askedBy: 'bea@kohue.example', askedAt: at(5) },
        ...{ isOwn: false, lapsesAt: at(6), decidedBy: '', decidedAt: null, ...change },
      } as unknown as Approval
    }
    {...(effects && { effects })}
  />
)
const decided = { decidedBy: 'cy@kohue.example', decidedAt: at(7) }
const end = { kind: 'end-release', amountCents: null }

test('what waits for a second person, and what became of it', () => {
  expectParts('approval-notice', {
    nothing: <ApprovalNotice approval={null} />,
    'a refund of a colleague': notice({ reason: 'Corked' }, ['Back to stock: Nothing']),
    'a refund of an account that is gone': notice({ askedBy: '' }),
    'one’s own refund': notice({ isOwn: true }),
    'a replacement of a colleague': notice({ replaces: 2001 }),
    'one’s own replacement': notice({ replaces: 2001, isOwn: true }),
    'the end of a release, of a colleague': notice(end),
    'one’s own end of a release': notice({ ...end, isOwn: true }),
    'a refund approved': notice({ state: 'approved', ...decided }),
    'a refund declined by an account that is gone': notice({ state: 'declined', decidedAt: at(7) }),
    'a replacement withdrawn': notice({ state: 'withdrawn', replaces: 2001, ...decided }),
    'an end that nobody approved in time': notice({ state: 'lapsed', ...end }),
  })
})
