import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { membersCopy } from '#platform/layout/members.copy.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { ordersFor } from '../members/a-member.ts'

/** Pages whose render is shared, by the file of their route. */
const shared = {
  home: paths.home(),
  about: paths.about(),
  ourwines: paths.ourWines(),
  mono: paths.currentRelease(),
  dashboard: paths.dashboard(),
}

/** Pages that are rendered once for all who differ by nothing but the texts of one person. */
const withPersonalTexts = {
  members: paths.members(),
  edit: paths.editAccount(),
  ship: paths.shipping(),
}

type Word = 'first' | 'last' | 'street' | 'email' | 'id'

/** A member with many personal values, none of which another may see. */
async function aPerson(
  word: string,
  own = { first: `First${word}`, last: `Last${word}`, street: `77 ${word} Street` },
): Promise<Caller & { secrets: string[]; words: Record<Word, string> }> {
  const member = await aMember()
  await queryDatabase(
    `update users set first_name = $2, last_name = $3, name = $2 || ' ' || $3, phone = '4155550777',
      address = $4, city = 'San Francisco', state = 'CA', zip_code = '94110' where id = $1`,
    [member.id, own.first, own.last, own.street],
  )
  const words = { ...own, email: member.email, id: member.id }
  return { ...member, words, secrets: ['4155550777', '(415) 555-0777', ...Object.values(words)] }
}

async function look(path: string, caller: Caller) {
  const response = await ask(path, { caller })
  expect(response.status).toBe(200)
  const policy = response.headers.get('content-security-policy')!
  const [, nonce] = /'nonce-(\w+)'/.exec(policy)!
  return { html: await response.text(), nonce: nonce!, id: response.headers.get('x-request-id')! }
}

test('every route that says its page is shared is tried here', () => {
  const files = globSync('src/**/*.page.tsx')
  const saying = files.filter((file) => / shared: /.test(readFileSync(file, 'utf8')))
  expect(saying.map((file) => basename(file, '.page.tsx')).toSorted()).toEqual(
    Object.keys({ ...shared, ...withPersonalTexts }).toSorted(),
  )
})

test.each(Object.values(shared))(
  '%s is one page for two people, each with their own nonce',
  async (path) => {
    const [ana, eva] = [await aPerson('Quirquincho'), await aPerson('Chinchilla')]
    const [hers, theirs] = [await look(path, ana), await look(path, eva)]
    expect(hers.nonce).not.toBe(theirs.nonce)
    for (const { html, nonce } of [hers, theirs]) {
      const nonces = [...html.matchAll(/nonce="(\w*)"/g)].map(([, each]) => each)
      expect(nonces.filter((each) => each !== nonce)).toEqual([])
      for (const secret of [...ana.secrets, ...eva.secrets]) expect(html).not.toContain(secret)
    }
    const { nonce, id } = theirs
    expect(hers.html.replaceAll(hers.nonce, nonce).replaceAll(hers.id, id)).toBe(theirs.html)
  },
)

test.each([
  [withPersonalTexts.members, ['first']],
  [withPersonalTexts.edit, ['first', 'last', 'street', 'email', 'id']],
  [withPersonalTexts.ship, ['first', 'last', 'street']],
] as const)('%s is one page for two people, each with their own texts', async (path, values) => {
  const [ana, eva] = [await aPerson('Guanaco'), await aPerson('Zorro')]
  const [hers, theirs] = [await look(path, ana), await look(path, eva)]
  for (const word of values) {
    expect(hers.html).toContain(ana.words[word])
    expect(theirs.html).toContain(eva.words[word])
  }
  for (const word of Object.values(ana.words)) expect(theirs.html).not.toContain(word)
  for (const word of Object.values(eva.words)) expect(hers.html).not.toContain(word)
  let html = hers.html.replaceAll(hers.nonce, theirs.nonce).replaceAll(hers.id, theirs.id)
  for (const word of values) html = html.replaceAll(ana.words[word], eva.words[word])
  expect(html).toBe(theirs.html)
})

async function reusedRenders(): Promise<number> {
  const metrics = await (await fetch(`${theShop().url}/metrics`)).text()
  return Number(/^kohue_shared_renders_total\{result="reused"\} (\d+)$/m.exec(metrics)![1])
}

test.each([...Object.values(shared), ...Object.values(withPersonalTexts)])(
  '%s is rendered for the first of them alone',
  async (path) => {
    const callers = await Promise.all(['Tero', 'Zorzal', 'Hornero'].map((word) => aPerson(word)))
    for (const caller of callers) await look(path, caller)
    const before = await reusedRenders()
    for (const caller of callers) await look(path, caller)
    expect(await reusedRenders()).toBeGreaterThanOrEqual(before + callers.length)
  },
)

test('pages are compressed as the client accepts', async () => {
  const caller = await aPerson('Jilguero')
  for (const encoding of ['zstd', 'br', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const response = await ask(paths.currentRelease(), { caller, headers })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    await response.arrayBuffer()
  }
})

test('two buyers see their own orders, and are thanked for them', async () => {
  const looks = []
  const [ana, eva] = [await aPerson('Carancho'), await aPerson('Chimango')]
  for (const buyer of [ana, eva]) {
    await ordersFor(buyer.email, 1)
    const [order] = await queryDatabase<{ number: number; placed: string }>(
      `update orders set thanked_at = null where user_id = $1
       returning number, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as placed`,
      [buyer.id],
    )
    looks.push({ ...order!, ...buyer.words, ...(await look(paths.members(), buyer)) })
  }
  const [hers, theirs] = looks as [(typeof looks)[0], (typeof looks)[0]]
  expect(hers.number).not.toBe(theirs.number)
  for (const [one, other] of [
    [hers, theirs],
    [theirs, hers],
  ] as const) {
    expect(one.html).toContain(`K-${one.number}<`)
    expect(one.html).toContain(`"${paths.order(one.number)}"`)
    expect(one.html).toContain(`dateTime="${one.placed}"`)
    expect(one.html).toContain(membersCopy.purchase.shipped)
    expect(one.html).toContain(one.first)
    expect(one.html).not.toContain(`K-${other.number}<`)
    expect(one.html).not.toContain(other.first)
  }
})

test('words that would be tags, quotes or escapes are words on a page, in its forms and after a step', async () => {
  await look(paths.editAccount(), await aPerson('Vicuna'))
  const first = `<b>"O'Brien" & \\</b>`
  const eva = await aPerson('', { first, last: `</script>`, street: '1 &amp; "2" Street' })
  const browser = await openBrowser()
  const { context, page, faults } = await aVisitor(browser)
  const [name, value] = eva.cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url: theShop().url }])
  await page.goto(paths.editAccount())
  const block = page.getByRole('region', { name: 'Personal information' })
  await expect.poll(() => block.locator('dd').nth(0).textContent()).toBe(first)
  expect(await block.locator('dd').nth(1).textContent()).toBe('</script>')
  expect(await page.locator('address').first().innerText()).toContain('1 &amp; "2" Street')
  await block.getByRole('link', { name: 'Edit' }).click()
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe(first)
  await page.goto(paths.currentRelease())
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => page.locator('h1').textContent()).toContain(first)
  await page.goto(paths.members())
  expect(await page.locator('h1').textContent()).toContain(first)
  await page.getByRole('link', { name: 'Account Details' }).click()
  await expect.poll(() => block.locator('dd').nth(0).textContent()).toBe(first)
  expect(faults).toEqual([])
  await browser.close()
})

test('a member’s cart is on their page, and on no other', async () => {
  const [ana, eva] = [await aPerson('Vizcacha'), await aPerson('Mara')]
  const before = await look(paths.currentRelease(), eva)
  const form = { kind: 'add', productId: 'malbec-2022' }
  await ask(paths.cart(), { caller: ana, form })
  const count = 'Cart, 1 item'
  expect((await look(paths.currentRelease(), ana)).html).toContain(count)
  const after = await look(paths.currentRelease(), eva)
  expect(before.html).not.toContain(count)
  expect(after.html).not.toContain(count)
})
