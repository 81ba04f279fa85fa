import { randomUUID } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { secondFactorCopy } from '#accounts/second-factor/second-factor.copy.ts'
import { listCopy } from '#platform/admin/admin.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { oppositeWays } from '#tests/e2e/members/a-member.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Sets up a second factor on its page. Returns a recovery code: a code of the app works once in its time. */
async function withSecondFactor(page: Page, password: string): Promise<string> {
  await page.goto(paths.secondFactor())
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const shown = await page.getByText(/^Cannot scan it\?/).innerText()
  const [key] = /(?:[A-Z2-7]{4} ?){8}/.exec(shown)!
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn it on' }).click()
  return page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-9-]{14}$/ })
    .first()
    .innerText()
}

describe.each(oppositeWays)('staff ($size, JavaScript $javaScript)', (way) => {
  test('enter the code that a file of many people needs, and get the file', async () => {
    const mark = `many-${randomUUID().slice(0, 8)}`
    await queryDatabase(
      `insert into users (name, last_name, email)
       select $1, $1, $1 || '.' || n || '@example.com' from generate_series(1, 501) as n`,
      [mark],
    )
    const { page, context, person } = await aStaffMember(browser, way)
    const code = await withSecondFactor(page, person.password)
    await queryDatabase(
      `update sessions set code_entered_at = now() - interval '16 minutes'
       where user_id = (select id from users where email = $1)`,
      [person.email],
    )

    await page.goto(paths.usersList({ q: mark }))
    await page.getByRole('link', { name: listCopy.file }).click()
    await page.getByRole('heading', { name: secondFactorCopy.codeTitle }).waitFor()
    await page.getByText('Please enter your code once more before you go on.').waitFor()
    await page.getByLabel('Code').fill(code)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: secondFactorCopy.enter }).click()
    const file = await (await downloading).createReadStream()
    const lines = (await file.toArray()).join('').trim().split('\r\n')
    expect(lines).toHaveLength(502)
    expect(new URL(page.url()).pathname).toBe(paths.usersList())
    await page.getByText(listCopy.fileComes).waitFor()
    if (way.javaScript) {
      expect(new URL(page.url()).searchParams.has('file')).toBe(false)
      // Nor does the way back lead to where it is fetched.
      await page.goBack()
      expect(new URL(page.url()).searchParams.has('file')).toBe(false)
    }
    await queryDatabase(`delete from users where last_name = $1`, [mark])
    await context.close()
  })
})
