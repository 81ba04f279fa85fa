import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { stateCodes, stateName } from '#platform/text/us-states.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { expectFocus } from '#tests/harness/keyboard.ts'

import type { Member } from './a-member.ts'
import { aMember, california, bothWays, expectNoSideways } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const edit = (block: string) => `/members?view=account&edit=${block}`

describe('the account’s fields', () => {
  let member: Member
  beforeAll(async () => {
    member = await aMember(browser, { profile: california })
  })
  afterAll(() => member.context.close())

  test('personal: name, email, phone, birthdate, ways of contact, and a note', async () => {
    const { page } = member
    await page.goto(edit('personal'))
    for (const label of ['First name', 'Last name', 'Phone', 'Birthdate', 'Note']) {
      await page.getByRole('main').getByLabel(label).first().waitFor()
    }
    const boxes = page.getByRole('group', { name: 'Contact me by' }).getByRole('checkbox')
    expect(await boxes.count()).toBe(2)
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })

  test.each(['shipping', 'billing'])('%s: all 50 states by full name, and no DC', async (block) => {
    const { page } = member
    await page.goto(edit(block))
    const options = page.getByLabel('State').getByRole('option')
    const names = (await options.allTextContents()).slice(1)
    expect(names).toHaveLength(50)
    expect(names).toEqual(stateCodes.map(stateName))
    expect(names).not.toContain('District of Columbia')
  })

  test('a touched field is green when it is right and red when it is wrong', async () => {
    const { page } = member
    await page.goto(edit('shipping'))
    const city = page.getByLabel('City')
    const before = await lookOf(city)
    await city.fill('Oakland')
    await city.blur()
    await expect.poll(async () => (await lookOf(city)).mark).toBe(1)
    const right = await lookOf(city)
    await city.fill('O')
    await city.blur()
    await page.getByText('At least 2 letters please', { exact: true }).waitFor()
    const wrong = await lookOf(city)
    expect(right).toEqual({ border: await colour(city, '--good'), mark: 1 })
    expect(wrong).toEqual({ border: await colour(city, '--bad'), mark: 1 })
    expect(before.mark).toBe(0)
    expect(new Set([before.border, right.border, wrong.border]).size).toBe(3)
    const [red, green] = [channels(wrong.border), channels(right.border)]
    expect(red[0]).toBeGreaterThan(red[1]!)
    expect(green[1]).toBeGreaterThan(green[0]!)
  })

  test('a birthdate that is typed in part is an error, and the one that is saved stays', async () => {
    const profile = { ...california, birthdate: '1981-04-12' }
    const { page, context } = await aMember(browser, { profile })
    await page.goto(edit('personal'))
    const birthdate = page.getByLabel('Birthdate')
    // The month goes, of which the browser tells nothing.
    await birthdate.press('Backspace')
    await page.getByLabel('Note').focus()
    const error = page.getByText('Please enter a date as year-month-day', { exact: true })
    await error.waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    await save.press('Enter')
    await expectFocus(page, birthdate)
    await birthdate.fill('1981-04-13')
    await error.waitFor({ state: 'detached' })
    await save.click()
    await page.getByText('April 13, 1981').waitFor()
    await context.close()
  })

  // What a message moves would go from under a finger that presses it.
  test.each(['pointerup', 'pointercancel'])(
    'a field that is left while the page is pressed says what is wrong after %s',
    async (end) => {
      const { page } = member
      await page.goto(edit('shipping'))
      const send = (type: string) =>
        page.evaluate((kind) => document.dispatchEvent(new PointerEvent(kind)), type)
      const message = page.getByText('At least 2 letters please', { exact: true })
      await page.getByLabel('City').fill('O')
      await send('pointerdown')
      await page.getByLabel('City').blur()
      // Two frames later it would be shown.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      expect(await message.count()).toBe(0)
      await send(end)
      await message.waitFor()
    },
  )
})

/** The colour of a control's edge, and whether a mark says the same without colour. */
const lookOf = async (control: Locator) => {
  // The edge changes its colour slowly, but for people who want no motion.
  const border = await control.evaluate((element) => getComputedStyle(element).borderTopColor)
  return { border, mark: await control.locator('xpath=..').locator('svg').count() }
}

const colour = (control: Locator, name: string) =>
  control.evaluate((element, property) => {
    const probe = Object.assign(document.createElement('i'), { style: `color: var(${property})` })
    element.parentElement!.append(probe)
    const computed = getComputedStyle(probe).color
    probe.remove()
    return computed
  }, name)

const channels = (rgb: string) => [...rgb.matchAll(/\d+/g)].map(Number)

const utah = {
  address: 'PO Box 77',
  city: 'Provo',
  state: 'UT',
  zip_code: '94110',
}

describe.each(bothWays)('the saved shipping address ($size, JavaScript $javaScript)', (way) => {
  test('says what wine would meet there, and nothing where it may go', async () => {
    const member = await aMember(browser, { ...way, profile: { ...california, ...utah } })
    const { page } = member
    await page.goto('/members?view=account')
    const block = page.getByRole('region', { name: 'Shipping address' })
    await block.getByText('Provo, Utah 94110').waitFor()
    const note = block.getByRole('status')
    for (const sentence of [
      'Wine can’t go to a PO box: an adult has to sign for it at a street address.',
      'We are not permitted to ship wine to this state.',
      'This ZIP code is not in the state you chose.',
    ]) {
      await note.getByText(sentence).waitFor()
    }
    await expectNoSideways(member)
    if (way.javaScript) await expectAccessible(member.page)

    await block.getByRole('link', { name: 'Edit Shipping address' }).click()
    await page.getByLabel('Address', { exact: true }).fill(california.address)
    await page.getByLabel('City').fill(california.city)
    await page.getByLabel('State').selectOption({ label: 'California' })
    await page.getByRole('button', { name: 'Save' }).click()
    await block.getByText('San Francisco, California 94110').waitFor()
    expect(await note.count()).toBe(0)
    await member.context.close()
  })
})
