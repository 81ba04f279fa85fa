import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { expect, test } from 'vitest'

import { question } from '#tests/harness/books.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask } from '#tests/harness/callers.ts'
import { paths } from '#web/paths.ts'

/** Pages that are rendered once for all who are told the same, by the file of their route. */
const shared = {
  home: paths.home(),
  about: paths.about(),
  ourwines: paths.ourWines(),
  mono: paths.currentRelease(),
  ship: paths.shipping(),
  dashboard: paths.dashboard(),
}

/** Somebody with much to tell, none of which is anybody else's business. */
async function aPerson(word: string): Promise<Caller & { secrets: string[] }> {
  const member = await aMember()
  const own = { first: `First${word}`, last: `Last${word}`, street: `77 ${word} Street` }
  await question(
    `update users set first_name = $2, last_name = $3, name = $2 || ' ' || $3, phone = '4155550777',
      address = $4, city = 'San Francisco', state = 'CA', zip_code = '94110' where id = $1`,
    [member.id, own.first, own.last, own.street],
  )
  return { ...member, secrets: [member.email, member.id, '4155550777', ...Object.values(own)] }
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
  const saying = files.filter((file) => readFileSync(file, 'utf8').includes('shared: true'))
  expect(saying.map((file) => basename(file, '.tsx')).toSorted()).toEqual(
    Object.keys(shared).toSorted(),
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
