import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { StaffAction } from '#platform/access/access.rules.ts'
import { staffActions } from '#platform/access/access.rules.ts'
import { actionOfPage } from '#platform/admin/parts.rules.ts'
import type { Services } from '#platform/services/services.ts'
import '#app/modules.server.ts'
import { kitActions } from '#tests/harness/kit-actions.ts'
import type { Shop } from '#tests/harness/shop.ts'
import { createShop } from '#tests/harness/shop.ts'
import { isOfAdmin, routeFiles } from '#tests/harness/site-map.ts'

/** Throws on any use of the shop's services: a refusal comes before all of them. */
const untouched = new Proxy({} as Services, {
  get: (_parts, name) => {
    throw new Error(`${String(name)} was used before the right was checked`)
  },
})

// `db` may be read from the services; any use of it throws.
const services = { db: untouched, clock: () => new Date(), log: untouched } as unknown as Services
const shop = createShop(services)
const useCases = Object.keys(shop) as (keyof Shop)[]

const sourcesOf = (folder: string, which: (file: string) => boolean = () => true) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && which(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

/** The actions that these files name in their code. */
const namedIn = (folder: string, which?: (file: string) => boolean): Set<keyof Shop> => {
  const sources = sourcesOf(folder, which)
  const words = new Set(sources.flatMap((source) => codeOf(source).match(/\w+/g) ?? []))
  return new Set(useCases.filter((name) => words.has(name)))
}

const codeOf = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|\/\/.*|'[^'\n]*'/g, '')

const isAction = (file: string) => file.endsWith('.actions.server.ts')
/** Pages of the admin, and what only they are made of. */
const adminPages = new Set([
  'platform/list/list-route.ts',
  'releases/release/load-release.ts',
  ...routeFiles()
    .filter(({ address }) => isOfAdmin(address))
    .map(({ file }) => file),
])
const isAdmin = (file: string) => adminPages.has(file)
/** Open to customers too: whether login links are offered, and the shop's day. */
const forAll = new Set<keyof Shop>(['offersLoginLinks', 'shopToday'])
const admin = new Set([...namedIn('src', isAdmin)].filter((name) => !forAll.has(name)))
/** What customers' pages and calls use as well is open to all. */
const others = namedIn('src', (file) => /\.(?:page\.tsx|route\.ts)$/.test(file) && !isAdmin(file))

/** The actions that check the viewer's access before anything else. */
const checked = sourcesOf('src', isAction).flatMap((source) =>
  source
    .split(/^export (?:async )?function(?:\*)? /m)
    .slice(1)
    .filter((text) => /if \(!may(?:WithFreshCode)?\(viewer, '/.test(text))
    .map((text) => /^\w+/.exec(text)![0] as keyof Shop),
)

/** Refused because of the viewer, not of the arguments. */
function isRefusal(result: unknown): boolean {
  if (
    result === false ||
    result === null ||
    result === 0 ||
    (Array.isArray(result) && result.length === 0)
  )
    return true
  const { ok, reason = 'not-staff' } = result as { ok?: boolean; reason?: string }
  return ok === false && reason === 'not-staff'
}

const member = { id: 'm', email: 'member@example.com', role: 'member' as const }
/** A form without fields, of any action. */
const nothingTyped = {} as never
/** Of the staff, and with no duty. */
const idle = { id: 's', email: 'staff@example.com', role: 'staff' as const, duties: [] }

describe('an action of the staff’s refuses a member before it touches anything', () => {
  test('the admin pages call some, and no other page calls them', () => {
    const sure = ['exportList', 'viewList', 'viewUser'] as const
    for (const name of sure) expect(admin).toContain(name)
    expect([...admin].filter((name) => others.has(name))).toEqual([])
  })

  test.each([...new Set([...admin, ...checked])].sort())('%s', async (name) => {
    const useCase = shop[name] as (...rest: unknown[]) => Promise<unknown>
    const rest = ['an id', { values: {}, version: 1 }] as const
    expect(isRefusal(await useCase(member, ...rest))).toBe(true)
    expect(isRefusal(await useCase(idle, ...rest))).toBe(true)
  })

  test('no call of the API is for staff alone', () => {
    const called = namedIn('src', (file) => file.endsWith('.api.ts'))
    expect(called).toContain('startCheckout')
    expect(checked.filter((name) => called.has(name))).toEqual([])
    expect([...admin].filter((name) => called.has(name))).toEqual([])
  })
})

const kit = await kitActions()

describe('an action of the kit', () => {
  test.each([...kit])('%s refuses all others before it touches anything', async (_, action) => {
    const owner = { ...idle, duties: ['owner' as const] }
    for (const viewer of [member, idle, { ...owner, isLimited: true }]) {
      const result = await action(untouched, viewer, nothingTyped)
      expect(result).toMatchObject({ ok: false, status: 403 })
    }
    if (!action.fresh) return
    const stale = await action(untouched, { ...owner, isCodeStale: true }, nothingTyped)
    expect(stale).toMatchObject({ ok: false, status: 409, isCodeDue: true })
  })
})

test('an order or shipment is found by its number where the rule of own orders is asked, or nothing changes', () => {
  const finders = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(isAction)
    .filter((file) => {
      const code = readFileSync(join('src', file), 'utf8')
      return (
        /\b(?:order|shipment)ByNumber\(/.test(code) && !/\b(?:demandNotOwn|isOwnOrder)\(/.test(code)
      )
    })
  expect(finders.sort()).toEqual([
    'orders/notes/add-order-note.actions.server.ts',
    'orders/order/view-order-as-staff.actions.server.ts',
    // A box that a second person decides on: who asked for it was asked the rule.
    'shipping/returns/settle-shipment.actions.server.ts',
    'shipping/shipments/view-shipments.actions.server.ts',
  ])
})

/** What each action asks for first, by its name. */
const actionOfUseCase = new Map<string, StaffAction>([
  ...sourcesOf('src', isAction).flatMap((source) =>
    source
      .split(/^export (?:async )?(?:function(?:\*)?|const) /m)
      .slice(1)
      .flatMap((text) => {
        const action = /\bmay(?:WithFreshCode)?\(viewer, '([\w-]+)'/.exec(text)?.[1]
        return action ? [[/^\w+/.exec(text)![0], action as StaffAction] as const] : []
      }),
  ),
  ...[...kit].map(([name, { needs }]) => [name, needs] as const),
])

/** The actions of each set that a module gives to a page whole. */
const actionsOfSet = new Map(
  sourcesOf('src', isAction).flatMap((source) =>
    [...codeOf(source).matchAll(/^export const (\w+) = \{([^}]*)\}/gm)].map(
      ([, name, body]) => [name!, body!.match(/\w+/g) ?? []] as const,
    ),
  ),
)

test('no action is open to more of the staff than the pages that call it', () => {
  const lax = routeFiles()
    .filter(({ file }) => isAdmin(file))
    .flatMap(({ address, file }) => {
      const duties: readonly string[] = staffActions[actionOfPage(address)]
      const code = codeOf(readFileSync(join('src', file), 'utf8'))
      const words = code.match(/\w+/g) ?? []
      const named = words.flatMap((word) => [word, ...(actionsOfSet.get(word) ?? [])])
      return [...new Set(named)].flatMap((name) => {
        const action = actionOfUseCase.get(name)
        const isLax = action && staffActions[action].some((duty) => !duties.includes(duty))
        return isLax ? [`${address}: ${name} asks for ${action}`] : []
      })
    })
  // Approvals, which ask for the duty of what is to be approved; and boxes, of which an order shows its
  // staff nothing without the duty.
  expect(lax).toEqual([
    'admin/orders/{number}: declineApproval asks for see-admin',
    'admin/orders/{number}: withdrawApproval asks for see-admin',
    'admin/orders/{number}: viewShipments asks for ship-orders',
    'admin/releases/{id}/check: declineApproval asks for see-admin',
    'admin/releases/{id}/check: withdrawApproval asks for see-admin',
  ])
})

test('the forms of the admin are sent to actions of the kit', () => {
  const ofKit = /export const action = (?:page\.action|pageAction\()/
  const own = routeFiles().flatMap(({ address, file }) => {
    const code = codeOf(readFileSync(join('src', file), 'utf8'))
    const hasOwn = /export (?:async function|const) action\b/.test(code) && !ofKit.test(code)
    return isOfAdmin(address) && hasOwn ? [file] : []
  })
  // The first presses the kit twice, the second answers with an email; the last has no form.
  expect([...new Set(own)].sort()).toEqual([
    'campaigns/campaign/campaign.page.tsx',
    'campaigns/campaign/preview.route.ts',
    'platform/admin/missing.page.tsx',
  ])
})
