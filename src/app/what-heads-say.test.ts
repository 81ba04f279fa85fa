import { resolve } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { meta as staffPerson } from '#admin/staff/person.page.tsx'
import { meta as campaign } from '#campaigns/campaign/campaign.page.tsx'
import { meta as enter } from '#campaigns/links/enter.page.tsx'
import { meta as rejoin } from '#campaigns/mailing-list/rejoin.page.tsx'
import { meta as subscriber } from '#campaigns/mailing-list/subscriber.page.tsx'
import { meta as unsubscribe } from '#campaigns/mailing-list/unsubscribe.page.tsx'
import { meta as person } from '#privacy/people/person.page.tsx'
import { meta as user } from '#privacy/people/user.page.tsx'
import { meta as askForData } from '#privacy/personal-data/ask-for-data.page.tsx'
import { meta as subscriberData } from '#privacy/personal-data/subscriber-data.page.tsx'
import { meta as releaseLive } from '#releases/release-day/release-live.page.tsx'
import { meta as releaseWines } from '#releases/release/release-wines.page.tsx'
import { meta as members } from '#site/members/members.page.tsx'
import { meta as home } from '#site/pages/home.page.tsx'
import { meta as offer } from '#storefront/offers/offer.page.tsx'
import { meta as offerThanks } from '#storefront/offers/success_offering.page.tsx'
import { meta as guestOrder } from '#storefront/orders/guest-order.page.tsx'
import { meta as order } from '#storefront/orders/order.page.tsx'
import { expectText } from '#tests/harness/expected-text.ts'

import routes from '../routes.ts'

const site = { title: 'Kohue', publicUrl: 'https://kohue.example', phone: '', email: '' }

/** The title of a page with this data, whether search engines find it, and how much they are told as data. */
function headOf(meta: unknown, loaderData: unknown, more: object = {}) {
  const args = {
    ...{ loaderData, location: { pathname: '/' }, params: {} },
    matches: [{ id: 'root', loaderData: { site } }],
    ...more,
  }
  const head = (meta as (args: object) => Record<string, unknown>[])(args)
  const is = (name: string, content: string) =>
    head.some((one) => one['name'] === name && one['content'] === content)
  return {
    title: String(head.find((one) => 'title' in one)?.['title']).replace(' · Kohue', ''),
    isFound: !is('robots', 'noindex'),
    isHidden: is('referrer', 'same-origin'),
    facts: head.filter((one) => 'script:ld+json' in one).length,
  }
}

const unlisted = { isFound: false, isHidden: false, facts: 0 }
const named = (firstname: string, lastname: string, fullname = '') => ({
  fields: { firstname, lastname, fullname, email: 'ana@example.com' },
})

test('the head of a record is called by its name, else by what there is', () => {
  const titleOf = (meta: unknown, data: unknown) => headOf(meta, data).title
  expect(titleOf(user, { user: named('Ana', 'Ruiz') })).toBe('Ana Ruiz')
  expect(titleOf(user, { user: named('', '') })).toBe('ana@example.com')
  expect(titleOf(user, { user: null })).toBe('User')
  expect(titleOf(person, { person: { name: 'Ana Ruiz' } })).toBe('Ana Ruiz')
  expect(titleOf(person, undefined)).toBe('All we keep about them')
  expect(titleOf(subscriber, { subscriber: named('A', 'R', 'Ana Ruiz') })).toBe('Ana Ruiz')
  expect(titleOf(subscriber, { subscriber: named('Ana', 'Ruiz') })).toBe('Ana Ruiz')
  expect(titleOf(subscriber, { subscriber: named('', '') })).toBe('ana@example.com')
  expect(titleOf(subscriber, { subscriber: null })).toBe('Subscriber')
  expect(titleOf(rejoin, { rejoin: { isBack: false } })).toBe('Back on the list')
  expect(titleOf(rejoin, { rejoin: { isBack: true } })).toBe('You are on the list again')
  expect(titleOf(rejoin, { rejoin: null })).toBe('This link no longer works')
})

test('pages of one frame have titles of their own, and a link that does not work says so in its title', () => {
  const titleOf = (meta: unknown, data: unknown) => headOf(meta, data).title
  const viewed = (view: string) => titleOf(members, { content: { view } })
  expect(viewed('orders')).toBe('Order History · Your account')
  expect(viewed('current')).toBe('Current Release · Your account')
  const release = { fields: { name: 'Autumn' } }
  expect(titleOf(releaseWines, { release })).toBe('Wines · Autumn')
  expect(titleOf(releaseLive, { release })).toBe('Live · Autumn')
  expect(titleOf(campaign, { campaign: { name: 'The autumn wines' } })).toBe('The autumn wines')
  expect(titleOf(staffPerson, { person: { name: '', email: 'ana@kohue.example' } })).toBe(
    'ana@kohue.example',
  )
  const left = (subscription: unknown) => titleOf(unsubscribe, { subscription })
  expect(left({ subscribed: true })).toBe('Leave the mailing list')
  expect(left({ subscribed: false })).toBe('You are off the list')
  expect(left('gone')).toBe('You are not on our list')
  expect(left(null)).toBe('This link does not work')
  expect(titleOf(askForData, { isKnown: false })).toBe('This link does not work')
  expect(titleOf(askForData, { isKnown: true })).toBe('What we keep about you')
  expect(titleOf(subscriberData, { view: { state: 'none' } })).toBe('This link no longer works')
  expect(titleOf(enter, { view: { state: 'ready', purpose: 'login' } })).toBe('Log in')
  expect(titleOf(enter, { view: { state: 'none' } })).toBe('Nothing to open here')
})

test('an order is called by its number, and a guest’s address reaches no other site', () => {
  expect(headOf(order, {}, { params: { number: '1042' } })).toEqual({
    ...{ ...unlisted, title: 'Order K-1042' },
  })
  expect(headOf(guestOrder, { order: { number: 1042 } })).toEqual({
    ...{ ...unlisted, isHidden: true, title: 'Order K-1042' },
  })
  expect(headOf(guestOrder, { order: null }).title).toBe('This link does not work')
})

test('what is offered is told to search engines, and a refusal is not found by them', () => {
  const product = { title: '2022 Malbec', image: 'none', price: 45_000, releaseState: 'on-sale' }
  expect(headOf(home, { current: product })).toMatchObject({ isFound: true, facts: 2 })
  expect(headOf(home, { current: null })).toMatchObject({ isFound: true, facts: 1 })
  const at = (pathname: string, data: object | undefined) =>
    headOf(offer, data, { location: { pathname } })
  const offered = at('/offering', { product })
  const bottle = at('/offer1', { product })
  expect([offered.facts, bottle.facts, at('/offer1', undefined).facts]).toEqual([1, 1, 0])
  expect([offered.title, bottle.title]).toEqual([
    ...['Your Exclusive Offer', '2021 Malbec, a single bottle'],
  ])
  expect(headOf(offerThanks, { refusal: 'stock-gone' })).toEqual({
    ...{ ...unlisted, title: 'We could not take your order' },
  })
  expect(headOf(offerThanks, { refusal: null }).title).toBe('Thank you for your order')
})

type Functions = readonly { name: string }[]

type Facts = {
  meta?: unknown
  headers?: unknown
  handle?: unknown
  middleware?: Functions
  clientMiddleware?: Functions
  clientLoader?: unknown
  ErrorBoundary?: unknown
  shouldRevalidate?: (args: object) => boolean
}

/** What happened on the page, and whether the framework alone would load its data anew. */
const happenings = {
  'a conflict': [{ formMethod: 'POST', actionStatus: 409 }, false],
  'a refusal': [{ formMethod: 'POST', actionStatus: 400 }, false],
  'a form': [{ formMethod: 'POST', formAction: '/page' }, true],
  'another page': [{ nextUrl: new URL('https://kohue.example/page?page=2') }, true],
  'the cart over it': [{ nextUrl: new URL('https://kohue.example/page?cart=open') }, true],
  'a reload': [{}, true],
} as const

/** After what the page loads its data anew otherwise than the framework alone. */
function reloads(shouldRevalidate: NonNullable<Facts['shouldRevalidate']>): string {
  const here = new URL('https://kohue.example/page')
  return Object.entries(happenings)
    .flatMap(([name, [args, isUsual]]) => {
      const all = { currentUrl: here, nextUrl: here, defaultShouldRevalidate: isUsual, ...args }
      const does = shouldRevalidate(all)
      return does === isUsual ? [] : [`${does ? 'loads' : 'keeps'} after ${name}`]
    })
    .join(', ')
}

/** What the file of a route says of it without any data, each named only where it is so. */
async function factsOf({ id, file, path, index }: RouteConfigEntry): Promise<string> {
  const route = (await import(resolve('src', file))) as Facts
  const { meta, headers, handle, middleware = [], clientMiddleware = [] } = route
  const matches = [{ id: 'root', loaderData: { site } }, { id }]
  const head = meta
    ? headOf(meta, undefined, { matches, location: { pathname: `/${path}` } })
    : null
  const facts = [
    head && `“${head.title}”`,
    head?.isFound && 'found',
    head?.isHidden && 'hidden',
    ...Object.entries((handle ?? {}) as object).map(([name, value]) =>
      typeof value === 'string' ? `${name} ${value}` : name,
    ),
    headers && 'headers',
    ...[...middleware, ...clientMiddleware].map(({ name }) => name),
    route.clientLoader && 'clientLoader',
    route.ErrorBoundary && 'ErrorBoundary',
    route.shouldRevalidate && reloads(route.shouldRevalidate),
  ]
  return [path || index ? `/${path ?? ''}` : file, ...facts.filter(Boolean)].join(', ')
}

const allOf = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap(({ children = [], ...entry }) => [entry, ...allOf(children)])

test('each route says what it is called, who finds it, what is stored of it, what guards it and when it loads anew', async () => {
  expectText('routes', await Promise.all(allOf(routes as RouteConfigEntry[]).map(factsOf)))
})
