import { expect, test } from 'vitest'

import { expectParts, pageWith, partHtml, partText } from '#tests/harness/what-parts-say.tsx'

import About from './about.page.tsx'
import Home from './home.page.tsx'
import Message from './message.page.tsx'
import NotFound from './not-found.page.tsx'
import Privacy from './privacy.page.tsx'
import PublicLayout, { ErrorBoundary } from './public-layout.page.tsx'
import Terms from './terms.page.tsx'
import TestPage from './test.page.tsx'

const wine = (title: string, change: object = {}) => ({
  ...{ id: title, title, price: 45_000, image: 'none', releaseState: 'on-sale', ...change },
})
const release = (change: object = {}) => ({
  ...{ id: 'r', name: 'Spring', banner: 'Spring release', kind: 'open', phase: 'open', own: null },
  ...{ opensAt: '2027-03-05T17:00:00Z', closesAt: '2027-03-13T01:00:00Z', ...change },
})
const signedIn = { viewer: { role: 'member' } } as const
const none = { current: null, closed: [], released: [] }

test('what the home page says of the release', () => {
  const page = (releases: object) => pageWith(Home, { loaderData: { ...none, ...releases } })
  const of = (change: object) =>
    page({
      closed: [wine('2020 Malbec'), wine('2019 Malbec')],
      released: [
        wine('2022 Malbec', { release: release(change) }),
        wine('2021 Blend', { price: 40_000, release: release(change) }),
      ],
    })
  const byAllocation = { kind: 'allocated' }
  expectParts(
    'home',
    {
      'between two releases': page({}),
      'a wine on sale': page({ current: wine('2022 Malbec'), closed: [wine('2021 Malbec')] }),
      'a wine on sale, with its picture': page({
        current: wine('2022 Malbec', { image: 'bottle-malbec-2021' }),
      }),
      'a wine that is announced': page({
        current: wine('2022 Malbec', { releaseState: 'announced' }),
      }),
      'to who is signed in': { part: page({ current: wine('2022 Malbec') }), ...signedIn },
      'an open release': of({}),
      'an open release, to who is signed in': { part: of({}), ...signedIn },
      'a release to come, without a banner': of({ phase: 'before', banner: '' }),
      'a release that is paused': of({ phase: 'paused' }),
      'a release by allocation': of(byAllocation),
      'a release by allocation, to who is signed in': { part: of(byAllocation), ...signedIn },
      'a release by allocation to come': of({ ...byAllocation, phase: 'before' }),
    },
    { asChanges: true },
  )
})

test('where messages over the home page lead', () => {
  const page = (id: string) => ({
    part: pageWith(Message, { loaderData: none, matches: [{ id: 'root' }, { id }] }),
  })
  expectParts(
    'messages',
    {
      'to stay': page('stay'),
      'to stay, signed in': { ...page('stay'), ...signedIn },
      thanks: page('thanks'),
      'thanks, signed in': { ...page('thanks'), ...signedIn },
      'of the club': page('clubMember'),
      'of the club, signed in': { ...page('clubMember'), ...signedIn },
    },
    { asChanges: true },
  )
})

test('the terms say whether counsel has approved them', () => {
  const status = (legalApproved: boolean) =>
    partText({ part: pageWith(Terms, {}), site: { legalApproved, today: '2027-03-10' } })[2]
  expect(status(false)).toMatch(/^Draft of November 22, 2026, for review by counsel/)
  expect(status(true)).toMatch(/^As of November 22, 2026/)
})

test('what the page to try things with offers', () => {
  expectParts('test-page', {
    'to visitors': pageWith(TestPage, {}),
    'where developers’ tools are on': {
      part: pageWith(TestPage, {}),
      site: { developerTools: true },
    },
  })
  const html = partHtml({ part: pageWith(TestPage, {}), site: { developerTools: true } })
  // What its script finds.
  expect(html).toMatch(/<button[^>]* data-calls="\/api\/test"/)
  expect(html).toMatch(/<output[^>]* data-response=/)
  expect(html).toMatch(/<script type="module" src="[^"]+"/)
})

test('the pages of the brand and of the law have their parts, and lead on', () => {
  const outline = (Page: typeof About) =>
    partText({ part: pageWith(Page, {}), site: { today: '2027-03-10' } })
      .filter((line, at) => at === 1 || /^#|\]\(/.test(line))
      .map((line) => line.slice(0, 60))
  expect(outline(About)).toEqual([
    ...['# About us', 'Kohue is a small winery in Mendoza, Argentina. We make wine '],
    ...['## Mendoza', '## The Andes', '## Paraje Altamira', '## The Kohue', '## Twice a year'],
    '[Join the list](/join)[Our wines](/ourwines)',
  ])
  expect(outline(Privacy)).toEqual([
    ...['# Privacy Policy', 'What Kohue knows about you, what it is used for, and how to '],
    'Draft of November 22, 2026, for review by counsel[ Download ',
    ...['## In short', '## What we keep', '## What it is used for', '## Who else sees it'],
    ...['## Cookies', '## How long', '## Your choices', '## Changes'],
    '[{Privacy Policy as a PDF, opens in a new tab} ](/pdf/privac',
  ])
  expect(outline(Terms).filter((_, at, all) => at < 4 || at === all.length - 1)).toEqual([
    ...['# Terms of Sale', 'The terms on which Kohue sells and ships its wines within th'],
    ...['Draft of November 22, 2026, for review by counsel[ Download ', '## Who may buy'],
    '[{Terms of Sale as a PDF, opens in a new tab} ](/pdf/terms.p',
  ])
  expect(outline(NotFound)).toEqual([
    ...["# Something's missing", 'This page has moved, or was never here. The wines are where '],
    '[Back to the home page](/)',
  ])
})

test('the frame of the public pages has the bar, also around an error', () => {
  const bar = '[Wines](/ourwines)'
  expect(partText(pageWith(PublicLayout, {}))).toContain(bar)
  const error = { status: 404, statusText: '', data: null, internal: false }
  expect(partText(pageWith(ErrorBoundary, { ...({ error } as object) }))).toContain(bar)
})
