import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { expect, inject, test } from 'vitest'

import { membersCopy } from '#domain/copy/members.ts'
import { question } from '#tests/harness/books.ts'
import { aVisitor, openBrowser } from '#tests/harness/browser.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask } from '#tests/harness/callers.ts'
import { paths } from '#web/paths.ts'

import { ordersFor } from '../members/a-member.ts'

/** Pages that are rendered once for all who are told the same, by the file of their route. */
const shared = {
  home: paths.home(),
  about: paths.about(),
  ourwines: paths.ourWines(),
  mono: paths.currentRelease(),
  ship: paths.shipping(),
  dashboard: paths.dashboard(),
}

/** Pages that are rendered once for all who differ by nothing but their own words. */
const withOwnWords = {
  members: paths.members(),
  edit: paths.editAccount(),
}

type Word = 'first' | 'last' | 'street' | 'email' | 'id'

/** Somebody with much to tell, none of which is anybody else's business. */
async function aPerson(
  word: string,
  own = { first: `First${word}`, last: `Last${word}`, street: `77 ${word} Street` },
): Promise<Caller & { secrets: string[]; words: Record<Word, string> }> {
  const member = await aMember()
  await question(
    `update users set first_name = $2, last_name = $3, name = $2 || ' ' || $3, phone = '4155550777',
      address = $4, city = 'San Francisco', state = 'CA', zip_code = '94110' where id = $1`,
    [member.id, own.first, own.last, own.street],
  )
  const words = { ...own, email: member.email, id: member.id }
  return { ...member, words, secrets: ['4155550777', ...Object.values(words)] }
}

async function look(path: string, caller: Caller) {
  const answer = await ask(path, { caller })
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy')!
  const [, nonce] = /'nonce-(\w+)'/.exec(policy)!
  return { html: await answer.text(), nonce: nonce!, id: answer.headers.get('x-request-id')! }
}

test('every route that says its page is shared is tried here', () => {
  const files = globSync('src/web/routes/**/*.tsx')
  const saying = files.filter((file) => / shared: /.test(readFileSync(file, 'utf8')))
  expect(saying.map((file) => basename(file, '.tsx')).toSorted()).toEqual(
    Object.keys({ ...shared, ...withOwnWords }).toSorted(),
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
  [withOwnWords.members, ['first']],
  [withOwnWords.edit, ['first', 'last', 'street', 'email', 'id']],
] as const)('%s is one page for two people, each with their own words', async (path, told) => {
  const [ana, eva] = [await aPerson('Guanaco'), await aPerson('Zorro')]
  const [hers, theirs] = [await look(path, ana), await look(path, eva)]
  for (const word of told) {
    expect(hers.html).toContain(ana.words[word])
    expect(theirs.html).toContain(eva.words[word])
  }
  for (const word of Object.values(ana.words)) expect(theirs.html).not.toContain(word)
  for (const word of Object.values(eva.words)) expect(hers.html).not.toContain(word)
  let html = hers.html.replaceAll(hers.nonce, theirs.nonce).replaceAll(hers.id, theirs.id)
  for (const word of told) html = html.replaceAll(ana.words[word], eva.words[word])
  expect(html).toBe(theirs.html)
})

test.each([...Object.values(shared), ...Object.values(withOwnWords)])(
  '%s is rendered and compressed for the first of them alone',
  async (path) => {
    const headers = { 'accept-encoding': 'br, gzip' }
    for (const word of ['Tero', 'Zorzal']) {
      const caller = await aPerson(word)
      const answer = await ask(path, { caller, headers })
      expect(await answer.text()).toContain('</html>')
      // What is made for one request is in brotli; what was made before is there in gzip.
      if (word === 'Zorzal') expect(answer.headers.get('content-encoding')).toBe('gzip')
    }
  },
)

test('two buyers are told of their own orders, and thanked for them', async () => {
  const looks = []
  const [ana, eva] = [await aPerson('Carancho'), await aPerson('Chimango')]
  for (const buyer of [ana, eva]) {
    await ordersFor(buyer.email, 1)
    const [order] = await question<{ number: number; placed: string }>(
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
    expect(one.html).toContain(membersCopy.purchase.text)
    expect(one.html).toContain(one.first)
    expect(one.html).not.toContain(`K-${other.number}<`)
    expect(one.html).not.toContain(other.first)
  }
  // Looked at again, without the thanks.
  const [again, theirsAgain] = [
    await look(paths.members(), ana!),
    await look(paths.members(), eva!),
  ]
  let html = again.html
    .replaceAll(again.nonce, theirsAgain.nonce)
    .replaceAll(again.id, theirsAgain.id)
  for (const word of ['first', 'number', 'placed'] as const)
    html = html.replaceAll(String(hers[word]), String(theirs[word]))
  expect(html).toBe(theirsAgain.html)
})

test('words that would be tags, quotes or escapes are words on a page, in its forms and after a step', async () => {
  await look(paths.editAccount(), await aPerson('Vicuna'))
  const first = `<b>"O'Brien" & \\</b>`
  const eva = await aPerson('', { first, last: `</script>`, street: '1 &amp; "2" Street' })
  const browser = await openBrowser()
  const { context, page, faults } = await aVisitor(browser)
  const [name, value] = eva.cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url: inject('house').url }])
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

test('what somebody has in the cart is on their page, and on nobody else’s', async () => {
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
