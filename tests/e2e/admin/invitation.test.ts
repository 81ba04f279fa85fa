import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { bothWays } from '#tests/e2e/members/a-member.ts'
import { openBrowser } from '#tests/harness/browser.ts'

import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each(bothWays)(
  'an invitation keeps what was typed after an error, and empties once it is sent ($size, JavaScript $javaScript)',
  async (way) => {
    const { page, context } = await aStaffMember(browser, way)
    await page.goto(paths.people())
    const form = page.getByRole('region', { name: 'Make someone staff' })
    const email = form.getByLabel('Their email')
    const duty = form.getByLabel('Support', { exact: true })
    const send = form.getByRole('button', { name: 'Send an invitation' })

    const invited = `${randomUUID()}@example.com`
    await email.fill(invited)
    await send.click()
    await form.getByText('Please choose at least one duty.').waitFor()
    expect(await email.inputValue()).toBe(invited)
    await email.fill('not an address')
    await duty.check()
    await send.click()
    await form.getByText('Please enter a complete email address.').waitFor()
    expect(await email.inputValue()).toBe('not an address')
    expect(await duty.isChecked()).toBe(true)

    await email.fill(invited)
    await send.click()
    await page.getByText(/^The invitation is on its way/).waitFor()
    await page.getByText(`${invited}: Support.`).waitFor()
    expect(await email.inputValue()).toBe('')
    expect(await duty.isChecked()).toBe(false)
    await context.close()
  },
)
