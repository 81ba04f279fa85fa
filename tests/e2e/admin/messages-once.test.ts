import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { openBrowser, hydrated } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { aStaffMember, followMenu } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A form that the browser posts itself, so that a document says it; and one that the script sends. */
const forms = [
  {
    path: paths.reconciliation(),
    title: 'Reconciliation',
    press: 'Compare now',
    said: /reconciliation is running/,
  },
  { path: paths.wines(), title: 'Wines', press: /^Save /, said: /: no limit\.|in all\.$/ },
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.each(forms)('the message of $title is shown once, also after going back', async (form) => {
  const { page, context } = await aStaffMember(browser)
  const notice = page.getByRole('alert').filter({ hasText: form.said })
  await page.goto(form.path)
  await page.getByRole('button', { name: form.press }).first().click()
  await notice.waitFor()
  await hydrated(page)
  await followMenu(page, 'Settings', 'Log')
  await heading(page, 'Log').waitFor()
  expect(await notice.count()).toBe(0)
  await page.goBack()
  await heading(page, form.title).waitFor()
  expect(await notice.count()).toBe(0)
  await context.close()
})

test('a list that is requested by itself leaves it to the page that shows it', async () => {
  const { page, context, person } = await aStaffMember(browser)
  const [self] = await queryDatabase<{ id: string }>('select id from users where email = $1', [
    person.email,
  ])
  const origin = theShop().url
  const refused = await page.request.post(`/usersadmin/${self!.id}/delete`, {
    headers: { origin },
    form: {},
    maxRedirects: 0,
  })
  expect(refused.status()).toBe(303)
  const asked = async (route: string) =>
    (await page.request.get(`/usersadmin.data?_routes=${encodeURIComponent(route)}`)).text()
  const sentence = 'delete yourself: ask a colleague'
  expect(await asked('privacy/people/user-list.page')).not.toContain(sentence)
  expect(await asked('root')).toContain(sentence)
  expect(await asked('root')).not.toContain(sentence)
  await context.close()
})
