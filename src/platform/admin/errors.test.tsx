import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { AdminError } from './admin-error.tsx'

const answered = (status: number, statusText = '') => new ErrorResponse(status, statusText, null)
const aPart = (page: string, title: string, group: 'today' | 'sell' | 'ship') => ({
  ...{ page, title, group, opened: page },
  isInBar: false,
})
const adminParts = [
  aPart('/admin', 'Today', 'today'),
  aPart('/admin/orders', 'Orders', 'sell'),
  aPart('/admin/orders/approvals', 'Approvals', 'sell'),
  aPart('/admin/shipments', 'Shipments', 'ship'),
]
const staff = { role: 'staff', duties: ['ship'], adminParts } as const

const shownTo = (viewer: object | undefined, error: unknown, at = '/admin/shipments?q=ana') => ({
  ...{ part: <AdminError error={error} />, at },
  ...(viewer && { viewer }),
})

test('what is said where a page can’t be had, of the shop and of its admin', () => {
  expectParts('errors', {
    'a visitor: an address that is none': shownTo(undefined, answered(404)),
    'a visitor: refused': shownTo(undefined, answered(409)),
    'a visitor: a page for staff': shownTo(undefined, answered(403)),
    'a visitor: a browser without a window': shownTo(undefined, answered(451)),
    'a visitor: a failure of the shop': shownTo(undefined, answered(500)),
    'a visitor: an error of the program': shownTo(undefined, new Error('secret')),
    'a visitor: without a connection': shownTo(undefined, answered(503, 'unreached')),
    'a customer: a failure of the shop': shownTo(
      { role: 'member', duties: [], inCart: 2 },
      answered(503),
    ),
    'staff: no such record of a list': shownTo(staff, answered(404), '/admin/orders/1042'),
    'staff: the list itself': shownTo(staff, answered(404), '/admin/orders'),
    'staff: a part below another': shownTo(staff, answered(404), '/admin/orders/approvals/7'),
    'staff: deleted': shownTo(staff, answered(410), '/admin/shipments/S-2001?list=q%3Dana'),
    'staff: without the duty': shownTo(staff, answered(403), '/admin/releases/7'),
    'staff: refused': shownTo(staff, answered(499)),
    'staff: a failure of the shop': shownTo(staff, answered(500)),
    'staff: an error of the program': shownTo(staff, new Error('secret')),
    'staff: without a connection': shownTo(staff, answered(503, 'unreached')),
  })
})
