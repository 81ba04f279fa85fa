import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { Parts } from '#use-cases/parts.ts'
import type { Shop } from '#use-cases/shop.ts'
import { openShop } from '#use-cases/shop.ts'

/** Fails whatever is asked of the shop's parts: a refusal comes before any of them. */
const untouched = new Proxy({} as Parts, {
  get: (_parts, name) => {
    throw new Error(`${String(name)} was used before the right was checked`)
  },
})

// A `db` alone may be taken out of the parts; asking it anything fails.
const parts = { db: untouched, clock: () => new Date(), log: untouched } as unknown as Parts
const shop = openShop(parts)
const useCases = Object.keys(shop) as (keyof Shop)[]

const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

/** The use-cases that a folder's files name in their code, however they come by the shop. */
const namedIn = (folder: string): Set<keyof Shop> => {
  const words = new Set(sourcesOf(folder).flatMap((source) => codeOf(source).match(/\w+/g) ?? []))
  return new Set(useCases.filter((name) => words.has(name)))
}

const codeOf = (source: string) => source.replaceAll(/\/\*.*?\*\/|\/\/.*|'[^'\n]*'/gs, '')

const desk = namedIn('src/web/routes/admin')
/** What everybody's pages and calls use too is no privilege of staff. */
const others = new Set(
  ['auth', 'members', 'public'].flatMap((room) => [...namedIn(`src/web/routes/${room}`)]),
)

/** The use-cases that themselves ask for a right before anything else, wherever they are called. */
const checked = sourcesOf('src/use-cases').flatMap((source) =>
  source
    .split(/^export (?:async )?function(?:\*)? /m)
    .slice(1)
    .filter((text) => /if \(!may\(viewer\.role, '/.test(text))
    .map((text) => /^\w+/.exec(text)![0] as keyof Shop),
)

/** Refused for who asks, not for what is asked. */
function isRefusal(answer: unknown): boolean {
  if (answer === false || (Array.isArray(answer) && answer.length === 0)) return true
  const { ok, reason = 'not-staff' } = answer as { ok?: boolean; reason?: string }
  return ok === false && reason === 'not-staff'
}

const member = { id: 'm', email: 'member@example.com', role: 'member' as const }

describe('a use-case of the staff’s refuses a member before it touches anything', () => {
  test('the desk calls some, and no other page calls them', () => {
    const sure = ['saveClient', 'exportUsers', 'setStock', 'askForRefund', 'viewAuditLog'] as const
    for (const name of sure) expect(desk).toContain(name)
    expect([...desk].filter((name) => others.has(name))).toEqual([])
  })

  test.each([...new Set([...desk, ...checked])].sort())('%s', async (name) => {
    const useCase = shop[name] as (...rest: unknown[]) => Promise<unknown>
    expect(isRefusal(await useCase(member, 'an id', { values: {}, version: 1 }))).toBe(true)
  })

  test('no call of the API is for staff alone', () => {
    const called = namedIn('src/api')
    expect(called).toContain('startCheckout')
    expect(checked.filter((name) => called.has(name))).toEqual([])
    expect([...desk].filter((name) => called.has(name))).toEqual([])
  })
})
