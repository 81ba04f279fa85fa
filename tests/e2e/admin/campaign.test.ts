import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { campaignCopy as copy, campaignsCopy } from '#campaigns/campaign/campaigns.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { expectNoSideways, oppositeWays } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectFocus } from '#tests/harness/keyboard.ts'
import { windows } from '#tests/harness/windows.ts'

import { aStaffMember, aSubscriber } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Kinds and texts of the blocks that the editor shows, in their order. */
const blocksOf = (page: Page) =>
  page.locator('fieldset[id]').evaluateAll((blocks) =>
    blocks.map((block) => ({
      title: block.querySelector('legend')?.textContent,
      text: block.querySelector<HTMLInputElement>('textarea, input:not([type=hidden])')?.value,
    })),
  )

describe.each(oppositeWays)('staff ($size, JavaScript $javaScript)', (way) => {
  test('write a campaign, see it, schedule it, take it back and discard it', async () => {
    const subscriber = await aSubscriber()
    const name = `Harvest ${randomUUID().slice(0, 8)}`
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    const breaches: string[] = []
    // What a library tries and catches is no error of the page.
    await page.exposeFunction('breach', (what: string) => breaches.push(what))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
        void Reflect.get(window, 'breach')(`${blockedURI} by ${violatedDirective}`)
      })
    })
    await page.goto(paths.campaigns())
    await page.getByRole('link', { name: campaignsCopy.add }).click()
    await page.getByRole('heading', { name: copy.newTitle }).waitFor()
    await page.getByLabel(campaignsCopy.name, { exact: true }).fill(name)
    await button(page, copy.create).click()
    await page.getByRole('heading', { name }).waitFor()

    await page.getByLabel(campaignsCopy.subject, { exact: true }).fill('Dear {first name}')
    await page.getByLabel(campaignsCopy.subject, { exact: true }).press('Enter')
    await page.getByText('Saved.', { exact: true }).waitFor()
    // It begins with what most emails have: picture, heading, paragraph, wines and button.
    const block = (at: number, kind: string) =>
      page.getByRole('group', { name: `${at}. ${kind}` }).getByLabel(copy.text)
    await block(2, copy.kinds.heading).fill('The harvest is in')
    await block(3, copy.kinds.paragraph).fill('It was a good year.')
    await button(page, `${copy.ways.up}: 3. ${copy.kinds.paragraph}`).click()
    await block(2, copy.kinds.paragraph).waitFor()
    await page.getByLabel(copy.newBlock).selectOption('heading')
    await button(page, 'Add').click()
    await block(6, copy.kinds.heading).waitFor()
    if (way.javaScript) await expectFocus(page, block(6, copy.kinds.heading))
    await block(6, copy.kinds.heading).fill('See you soon')
    await button(page, `${copy.ways.remove}: 1. ${copy.kinds.picture}`).click()
    await block(1, copy.kinds.paragraph).waitFor()
    await button(page, `${copy.ways.remove}: 3. ${copy.kinds.wines}`).click()
    await expect
      .poll(() => blocksOf(page))
      .toEqual([
        { title: `1. ${copy.kinds.paragraph}`, text: 'It was a good year.' },
        { title: `2. ${copy.kinds.heading}`, text: 'The harvest is in' },
        { title: `3. ${copy.kinds.button}`, text: 'See your allocation' },
        { title: `4. ${copy.kinds.heading}`, text: 'See you soon' },
      ])
    const subject = page.getByLabel(campaignsCopy.subject, { exact: true })
    expect(await subject.inputValue()).toBe('Dear {first name}')
    await expectNoSideways(staff)
    if (way.javaScript) {
      await expectAccessible(page)
      // Where the preview scrolls sideways.
      const size = page.viewportSize()!
      await page.setViewportSize(windows['the narrowest phone'])
      await expectAccessible(page)
      await page.setViewportSize(size)
      const phone = await staff.context.newPage()
      await phone.setViewportSize(windows['the narrowest phone'])
      await phone.goto(page.url())
      await phone.getByLabel('On a phone').and(phone.locator(':checked')).waitFor()
      await phone.close()
    }
    const frame = page.frameLocator('iframe[title="On a computer"]')
    await frame.getByText('It was a good year.').first().waitFor()
    if (way.javaScript) {
      const paragraph = page.getByRole('group', { name: `1. ${copy.kinds.paragraph}` })
      await paragraph.getByLabel(copy.text).fill('It was a very good year.')
      await frame.getByText('It was a very good year.').first().waitFor()
      await paragraph.getByLabel(copy.text).fill('It was a good year.')
    }

    await page.getByText(copy.findPerson, { exact: true }).click()
    await page.getByLabel('Name or email', { exact: true }).fill(subscriber.lastName)
    await button(page, 'Find').click()
    await page.getByRole('link', { name: `Bruno ${subscriber.lastName}` }).click()
    await page.getByText(`As Bruno ${subscriber.lastName}, who`).waitFor()
    await page.getByRole('link', { name: 'Use example values' }).click()
    await page.getByText('Shown with example values.').waitFor()

    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16)
    await page.getByLabel(copy.when).fill(tomorrow)
    await button(page, copy.schedule).click()
    await page.getByText('Scheduled.', { exact: true }).waitFor()
    await button(page, copy.unschedule).click()
    await page.getByText('It is a draft again.').waitFor()
    await page.getByText(copy.discard, { exact: true }).first().click()
    await button(page, copy.discard).click()
    await page.getByText('The draft is discarded.').waitFor()
    expect(await queryDatabase('select 1 from campaigns where name = $1', [name])).toEqual([])
    expect(breaches).toEqual([])
  })
})

test('the preview of a draft follows once, a moment after the last letter was typed', async () => {
  const { page, context } = await aStaffMember(browser)
  await page.goto(paths.newCampaign())
  await page.getByLabel(campaignsCopy.name, { exact: true }).fill(`Preview ${randomUUID()}`)
  await button(page, copy.create).click()
  const heading = page
    .getByRole('group', { name: `2. ${copy.kinds.heading}` })
    .getByLabel(copy.text)
  await heading.waitFor()
  await page.clock.install()
  await page.reload()
  const frame = page.frameLocator('iframe[title="On a computer"]')
  await frame.locator('body').waitFor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).search)
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const letter of 'rows') {
    await heading.pressSequentially(letter)
    await page.clock.runFor(400)
  }
  expect(sent).toEqual([])
  await page.clock.runFor(400)
  await frame.getByText('rows').first().waitFor()
  await page.clock.runFor(2_000)
  await frame.getByText('rows').first().waitFor()
  // Once for each of the three frames.
  expect(sent).toHaveLength(3)
  await context.close()
})
