import { expect, test } from 'vitest'

import { expectParts, partText } from '#tests/harness/what-parts-say.tsx'

import { Ending } from './ending.tsx'
import { MemberBar } from './member-bar.tsx'
import { MembersMenu } from './members-menu.tsx'
import type { MenuItem } from './members.copy.ts'
import { PublicBar } from './public-bar.tsx'

test('the bar of public pages, and that of customers', () => {
  expectParts('bars', {
    'a visitor, at home': <PublicBar inCart={null} />,
    'a visitor, of the wines': { part: <PublicBar inCart={null} />, at: '/ourwines' },
    'a visitor, joining': { part: <PublicBar inCart={null} />, at: '/join' },
    'a customer with an empty cart': { part: <PublicBar inCart={0} />, at: '/aboutus' },
    'a customer with one case': <PublicBar inCart={1} />,
    'a customer with two': <PublicBar inCart={2} />,
    'in the shop, empty': <MemberBar count={0} cartHref="/members?cart=open" />,
    'in the shop, one case': <MemberBar count={1} cartHref="/members?cart=open" />,
    'in the shop, three': <MemberBar count={3} cartHref="/members?cart=open" />,
    'where the cart opens in place': <MemberBar count={2} />,
  })
})

test('the last page of a flow, of each kind', () => {
  const ending = (kind: 'order' | 'joined' | 'missing', note?: string) => (
    <Ending kind={kind} title={`Of ${kind}`} text={<p>Thank you.</p>} note={note}>
      <a href="/members">Onward</a>
    </Ending>
  )
  expectParts('ending', {
    order: ending('order'),
    'order, with a note': ending('order', 'A note.'),
    joined: ending('joined', 'Another note.'),
    missing: ending('missing'),
  })
})

test('the members’ menu has the tab of its own page, also one that is otherwise for others alone', () => {
  const tabs = (view?: MenuItem) =>
    partText(<MembersMenu view={view} />).filter((line) => /Membership|Requests/.test(line))
  expect(tabs()).toEqual([])
  expect(tabs('orders')).toEqual([])
  expect(tabs('membership')).toEqual(['[→Membership](/members?view=membership)'])
  expect(tabs('requests')).toEqual(['[→Requests](/members/requests)'])
})
