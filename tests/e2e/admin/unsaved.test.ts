import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { expectHydrated } from '#tests/harness/keyboard.ts'

import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const labelled = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const asked = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.each([
  {
    form: 'a wine',
    path: paths.newWine(),
    label: 'Story',
    save: 'Create the wine',
    leads: 'Wines',
    to: paths.wines(),
  },
  {
    form: 'a release',
    path: paths.newRelease(),
    label: 'Text',
    save: 'Create the draft',
    leads: 'Releases',
    to: paths.releases(),
  },
])('what is typed of $form is lost only after a question', async (form) => {
  const { path, label, save, leads, to } = form
  const { page, context } = await aStaffMember(browser)
  await page.goto(path)
  await expectHydrated(labelled(page, label))
  await labelled(page, label).fill('Long words')
  await page.getByRole('link', { name: leads }).click()
  await asked(page).getByRole('button', { name: 'Keep editing' }).click()
  expect(await labelled(page, label).inputValue()).toBe('Long words')
  // Also after it was sent and refused.
  await press(page, save)
  await page.locator('main [aria-invalid="true"]').first().waitFor()
  await page.getByRole('link', { name: leads }).click()
  await asked(page).getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(`**${to}`)
  await context.close()
})

test('a campaign is left without a question only when what was typed is saved', async () => {
  const { page, context } = await aStaffMember(browser)
  await page.goto(paths.newCampaign())
  await labelled(page, 'Name').fill(`Harvest ${randomUUID()}`)
  await press(page, 'Create')
  const subject = labelled(page, 'Subject')
  await expectHydrated(subject)
  await subject.fill('The harvest is in')
  await page.getByRole('link', { name: 'All campaigns' }).click()
  await asked(page).getByRole('button', { name: 'Keep editing' }).click()
  await press(page, 'Save')
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'All campaigns' }).click()
  await page.waitForURL(`**${paths.campaigns()}`)
  await context.close()
})
