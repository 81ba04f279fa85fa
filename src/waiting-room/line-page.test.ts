import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import type { Shown } from './line-page.server.ts'
import { linePage, linePolicy } from './line-page.server.ts'

const at = 'shop' as const
const malbec = { id: 'malbec-2022', title: 'Malbec & Co. <2022>', left: 'none' as const, at }
const pinot = { id: 'pinot-2022', title: 'Pinot Noir', left: 'few' as const, at }

function page({ news, ...shown }: Omit<Partial<Shown>, 'news'> & { news?: object } = {}): string {
  return linePage({
    title: 'Kohue',
    timeZone: 'America/Los_Angeles',
    to: '/card?wine="malbec"',
    ticket: 40,
    place: 40,
    lost: null,
    isSignedIn: true,
    kept: 0,
    keptUntil: 0,
    wish: 'no',
    news: {
      isOpen: true,
      letIn: 27,
      pace: 6,
      isPaused: false,
      isHeld: false,
      isStill: false,
      opensAt: null,
      drawnUpTo: 0,
      wines: [malbec, pinot],
      ...news,
    },
    ...shown,
  })
}

test('the page counts those who are ahead, without the one who looks and those who were let in', () => {
  expect(page()).toContain('id="ahead">12</span><span id="people">people are ahead of you')
  expect(page()).toContain('<title>12 ahead · Kohue</title>')
  expect(page({ news: { letIn: 38 } })).toContain('id="ahead">1</span><span id="people">person is')
  expect(page({ news: { letIn: 39 } })).toContain('id="ahead">0</span>')
  expect(page({ news: { letIn: 90 } })).toContain('id="ahead">0</span>')
  expect(page({ place: 1240 })).toContain('id="ahead">1,212</span>')
})

test('the page has texts of staff and of the address as text', () => {
  const shown = page()
  expect(shown).toContain('<b>Malbec &#38; Co. &#60;2022&#62;</b>')
  expect(shown).toContain('data-to="/card?wine=&#34;malbec&#34;"')
})

test('only where nothing is left the page says that there is no need to wait', () => {
  const words = 'These wines are sold out.'
  expect(page()).toContain(`<p class="note" id="gone" hidden>${words}`)
  expect(page({ news: { wines: [] } })).not.toContain(words)
  const none = [malbec, { ...pinot, left: 'none' }]
  expect(page({ news: { wines: none } })).toContain(`<p class="note" id="gone">${words}`)
})

test('who waits for an offer reads how much is left of what that offer sells, and nothing of other wines', () => {
  const offered = { ...malbec, left: 'few' as const, at: 'offering' as const }
  const seen = (to: string, ...wines: object[]) => page({ to, news: { wines } })
  for (const to of ['/offering', '/offering?quantity=2', '/offering/ship-to?quantity=2']) {
    const few = seen(to, malbec, { ...pinot, left: 'none' }, offered)
    expect(few).toContain('data-left="few"><b>Malbec')
    expect(few).not.toMatch(/Pinot Noir|Request To Acquire|id="gone">/)
    const none = seen(to, pinot, { ...offered, left: 'none' })
    expect(none).toContain('id="gone">This wine is sold out. There is no need to wait for it.</p>')
  }
  expect(seen('/offer1', malbec, offered)).not.toMatch(/Malbec|sold out\.<\/p>/)
  expect(seen('/cart', pinot, offered)).toContain('Pinot Noir')
  expect(seen('/cart', pinot, offered)).not.toContain('Malbec')
})

test('a sold-out wine can be asked for by who is signed in', () => {
  expect(page()).toContain('action="/members/interest?wine=malbec-2022"')
  // Each button is named by its wine.
  const button = '<button aria-label="Request To Acquire Malbec &#38; Co. &#60;2022&#62;">'
  expect(page()).toContain(`${button}Request To Acquire</button>`)
  expect(page({ isSignedIn: false })).not.toContain('<form method="post" action="/members')
  expect(page({ to: '/purchase', isSignedIn: false })).toContain(
    '<a href="/login?to=%2Fpurchase">Log in</a> if you have an account',
  )
})

test('what is kept is said with its hour in the shop’s time zone, as long as any is', () => {
  const keptUntil = Date.parse('2026-12-01T07:30:00Z')
  expect(page({ kept: 2, keptUntil })).toContain(
    'Your allocation of 2 cases is kept for you until Mon, November 30, 11:30 PM PST;',
  )
  expect(page({ kept: 0, keptUntil })).not.toContain('Your allocation')
  expect(page({ lost: 'late' })).toContain(
    'nobody came within three minutes of its turn, or it was given up on another page or device. You have a new number.',
  )
})

test('the email is offered once, and only to whom it can be sent', () => {
  const [offer, told] = [
    'Email me when it is quieter',
    'We will email you when the line has closed.',
  ]
  const said = (wish: Shown['wish']) => [offer, told].map((words) => page({ wish }).includes(words))
  expect(said('no')).toEqual([false, false])
  expect(said('may')).toEqual([true, false])
  expect(said('asked')).toEqual([false, true])
})

test('before the sale the page says when it opens, and no place', () => {
  const shown = page({ news: { opensAt: Date.parse('2026-12-01T18:00:00Z') } })
  expect(shown).toContain('The sale opens at Tue, December 1, 10:00 AM PST.')
  expect(shown).not.toContain('id="ahead"')
  const held = page({ news: { opensAt: Date.parse('2026-12-01T18:00:00Z'), isHeld: true } })
  expect(held).toContain('<p id="pace">The winery has paused the sale for a moment. Once it opens')
  expect(held).not.toContain('The sale opens at')
  expect(held).not.toContain('id="ahead"')
  expect(page({ news: { isPaused: true } })).toContain(
    '<p id="pace">The winery has paused the line for a moment. Your place is kept.</p>',
  )
  expect(page({ news: { isPaused: true, isStill: true } })).toContain(
    '<p id="pace">Our database can’t be reached at the moment.',
  )
})

type Looked = { news?: object | 'none'; list?: readonly object[]; shown?: object }

/**
 * What the script of the page does with an answer: where it goes, how long until it asks again at the latest, in
 * milliseconds, and what it shows and says of the line and of the wines that it lists.
 */
async function looks({ news = {}, list = [], shown = {} }: Looked) {
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(page()) ?? []
  const element = (dataset = {}) => ({ textContent: '', hidden: true, checked: false, dataset })
  const main = element({ place: '501', ticket: '1', drawn: '0', to: '/card', at, ...shown })
  const [gone, told, pace, other] = [element(), element(), element(), element()]
  const still = { ...element(), textContent: 'stands still' }
  const paused = { ...element(), textContent: 'is paused' }
  const held = { ...element(), textContent: 'is held' }
  const elements: Record<string, typeof main> = { gone, told, pace, still, paused, held }
  const went: string[] = []
  const delays: number[] = []
  const timers: (() => Promise<void>)[] = []
  const answer = {
    ...{ isOpen: true, letIn: 0, pace: 6, opensAt: null, drawnUpTo: 0, wines: [] },
    ...(news as object),
  }
  const { max, min, floor, ceil } = Math
  const browser = {
    document: {
      querySelector: () => main,
      querySelectorAll: () => list,
      getElementById: (id: string) => elements[id] ?? other,
    },
    location: { replace: (to: string) => went.push(to) },
    fetch: async () => {
      if (news === 'none') throw new TypeError('no network')
      return { json: async () => answer }
    },
    setTimeout: (look: () => Promise<void>, delay: number) => {
      timers.push(look)
      delays.push(delay)
    },
    Math: { max, min, floor, ceil, random: () => 1 },
  }
  new Function(...Object.keys(browser), script)(...Object.values(browser))
  await timers[0]!()
  const said = { told: told.textContent, pace: pace.textContent }
  return { went, asksAgain: delays[1], isGoneShown: !gone.hidden, ...said }
}

/** So many are ahead of who looks. */
const behind = (ahead: number) => ({ place: `${ahead + 1}` })

test('the page goes on once the line says so, and stays where it is until then', async () => {
  const goesOn = async (news: object, shown: object = {}) => {
    const { went, asksAgain } = await looks({ news, shown })
    expect(asksAgain === undefined).toBe(went.length > 0)
    return went.length > 0 ? went : 'stays'
  }
  const opensAt = Date.now() + 3_600_000
  expect(await goesOn({})).toBe('stays')
  expect(await goesOn({ letIn: 500 })).toBe('stays')
  expect(await goesOn({ letIn: 501 })).toEqual(['/card'])
  expect(await goesOn({ isOpen: false })).toEqual(['/card'])
  // It has no number yet, or the drawing gave it another.
  expect(await goesOn({}, { ticket: '0' })).toEqual(['/card'])
  expect(await goesOn({ drawnUpTo: 40 }, { ticket: '40' })).toEqual(['/card'])
  expect(await goesOn({ drawnUpTo: 40 }, { ticket: '41' })).toBe('stays')
  expect(await goesOn({ drawnUpTo: 40 }, { ticket: '40', drawn: '40' })).toBe('stays')
  // Before the hour places are not drawn yet.
  expect(await goesOn({ opensAt, letIn: 501 })).toBe('stays')
  expect(await goesOn({ opensAt, isOpen: false })).toEqual(['/card'])
  // It is loaded again when the hour that it says is moved.
  const shown = page({ news: { opensAt } })
  expect(shown).toContain(`data-opens="${opensAt}"`)
  expect(page()).toContain('data-opens=""')
  expect(await goesOn({ opensAt }, { opens: `${opensAt}` })).toBe('stays')
  expect(await goesOn({ opensAt: opensAt + 1 }, { opens: `${opensAt}` })).toEqual(['/card'])
  expect(await goesOn({}, { opens: `${opensAt}` })).toBe('stays')
})

test('without an answer the page asks again in a moment, and goes nowhere', async () => {
  const { asksAgain, ...rest } = await looks({ news: 'none' })
  expect(asksAgain).toBeCloseTo(6_000)
  expect(rest).toMatchObject({ went: [], told: '' })
})

test('the page says how long it takes, or why the line does not move, and a screen reader says it too', async () => {
  const said = async (news: object) => {
    const { pace, told } = await looks({ news, shown: behind(12) })
    expect(told).toBe(`12 ahead. ${pace}`)
    return pace
  }
  expect(await said({})).toBe('About 1 to 3 minutes at today’s pace.')
  expect(await said({ isPaused: true })).toBe('is paused')
  expect(await said({ isPaused: true, isStill: true })).toBe('stands still')
  const before = { opensAt: Date.now() + 3_600_000 }
  expect(await looks({ news: before })).toMatchObject({ pace: '', told: '' })
  const held = await looks({ news: { opensAt: Date.now() - 60_000, isHeld: true } })
  expect(held).toMatchObject({ pace: 'is held', told: '', went: [] })
  expect(held.asksAgain).toBeCloseTo(6_000)
})

test('who waits for a wine of which few are left is told within five seconds that it is sold out', async () => {
  // The shop looks once a second what is left.
  const asksAgain = async (ahead: number, wines: object[]) =>
    (await looks({ news: { wines }, shown: behind(ahead) })).asksAgain
  expect(await asksAgain(5_000, [malbec, pinot])).toBeCloseTo(3_600)
  expect(await asksAgain(5_000, [malbec])).toBeCloseTo(24_000)
  expect(await asksAgain(500, [])).toBeCloseTo(13_200)
  expect(await asksAgain(24, [])).toBeCloseTo(1_800)
})

test('once the last wine is sold out the page says that there is no need to wait, and where to ask', async () => {
  const listed = (id: string, hasForm: boolean) => {
    const parts: Record<string, object | null> = { b: { textContent: id }, span: {} }
    parts['form'] = hasForm ? {} : null
    return { dataset: { id, left: 'few' }, querySelector: (name: string) => parts[name] }
  }
  const soldOut = (hasForm: boolean, ...ids: string[]) => {
    const list = [listed('malbec-2022', hasForm), listed('pinot-2022', hasForm)]
    const wines = ids.map((id) => ({ id, left: 'none', at }))
    // On the page of the offer another one is.
    return looks({ news: { wines: [...wines, { ...malbec, at: 'offering' }] }, list })
  }
  expect(await soldOut(true, 'pinot-2022')).toMatchObject({
    isGoneShown: false,
    told: 'pinot-2022 is sold out. You can ask for it below.',
  })
  expect(await soldOut(false, 'malbec-2022', 'pinot-2022')).toMatchObject({
    isGoneShown: true,
    told: 'malbec-2022 is sold out. pinot-2022 is sold out.',
  })
})

test('the policy lets the page’s own style and script run, and nothing frame it', () => {
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(page()) ?? []
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(page()) ?? []
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(linePolicy.split(';')).toEqual([
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
})
