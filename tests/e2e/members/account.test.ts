import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser, registered } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aMember, california, bothWays, expectNoSideways } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Block, field, what is typed, what is said: one for each message of the specification. */
const messages = [
  ['personal', 'firstname', '', 'You must write something'],
  ['personal', 'firstname', 'A', 'At least 2 letters please'],
  ['personal', 'firstname', 'A'.repeat(31), 'No more than 30 letters'],
  ['personal', 'lastname', '', 'At Least 1 letters please'],
  ['personal', 'email', '', 'This input is required'],
  ['personal', 'email', 'ana', 'This is not a valid email'],
  ['personal', 'phone', '12345678', 'At least 9 number for phones'],
  ['personal', 'phone', '1'.repeat(16), 'No more than 15 letters'],
  ['personal', 'phone', '12a', 'Only numbers!'],
  ['personal', 'optionalText', 'n'.repeat(81), 'No more than 80 letters'],
  ['shipping', 'address', '1 Elm', 'At least 8 characters in Address'],
  ['shipping', 'city', 'N', 'At least 2 letters please'],
  ['shipping', 'zipCode', '9411', 'At least 5 characters in zipcodes'],
  ['shipping', 'zipCode', '941101234', 'No more than 8 characters in zipcodes'],
  ['billing', 'xfirstname', 'A', 'At least 2 letters please'],
  ['billing', 'xlastname', '', 'At Least 1 letters please'],
] as const

const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

test('each rule speaks once its field is touched, and nothing is sent', async () => {
  const member = await aMember(browser, { profile: california })
  const { page } = member
  let open = ''
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
  for (const [block, name, typed, said] of messages) {
    if (open !== block) await page.goto(`/edit?edit=${block}`)
    open = block
    const before = await field(page, name).inputValue()
    await field(page, name).fill(typed)
    await field(page, name).blur()
    const message = page.getByText(said, { exact: true }).first()
    await message.waitFor()
    expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
    const described = (await field(page, name).getAttribute('aria-describedby')) ?? ''
    expect(described.split(' ')).toContain(await message.getAttribute('id'))
    expect(await save(page).getAttribute('aria-disabled')).toBe('true')
    await field(page, name).fill(before)
  }
  await expectAccessible(member.page)
  expect(sent).toBe(0)
  await member.context.close()
})

describe.each(bothWays)('the account ($size, JavaScript $javaScript)', (way) => {
  test('one block at a time; invalid marks all and goes to the first fault', async () => {
    const member = await aMember(browser, way)
    const { page } = member
    await page.goto('/members?view=account')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await page.getByRole('link', { name: 'Edit Personal information' }).click()
    await field(page, 'firstname').waitFor()
    if (way.javaScript) await expect.poll(focused).toBe('firstname')
    await page.getByRole('link', { name: 'Edit Shipping address' }).click()
    await field(page, 'address').waitFor()
    if (way.javaScript) await expect.poll(focused).toBe('address')
    expect(await field(page, 'firstname').count()).toBe(0)
    await save(page).focus()
    await page.keyboard.press('Enter')
    await page.getByText('At least 8 characters in Address', { exact: true }).waitFor()
    await page.getByText('At least 5 characters in zipcodes', { exact: true }).waitFor()
    if (way.javaScript) {
      await expect.poll(focused).toBe('address')
      await expectAccessible(member.page)
    }
    await expectNoSideways(member)

    await field(page, 'address').fill('PO Box 12345')
    await field(page, 'city').fill('Provo')
    await field(page, 'state').selectOption({ label: 'Utah' })
    await field(page, 'zipCode').fill('94110')
    if (way.javaScript) {
      await page.getByText(/can’t go to a PO box/).waitFor()
      await page.getByText('We are not permitted to ship wine to this state.').waitFor()
      await page.getByText('This ZIP code is not in the state you chose.').waitFor()
    }
    await field(page, 'address').fill('1200 Valencia Street')
    await field(page, 'city').fill('San Francisco')
    await field(page, 'state').selectOption({ label: 'California' })
    await save(page).click()
    await page.getByText('San Francisco, California 94110').waitFor()
    await page.getByText('Your account is saved.').waitFor()

    await page.getByRole('button', { name: 'YES' }).click()
    await page.getByText('The billing address is the shipping address.').waitFor()
    expect(await page.getByRole('heading', { name: 'Billing address', exact: true }).count()).toBe(
      0,
    )
    await page.getByRole('button', { name: 'NO' }).click()
    await page.getByRole('heading', { name: 'Billing address', exact: true }).waitFor()

    await page.getByText(/^We do not write to you about our releases yet: your email/).waitFor()
    const confirm = page.getByRole('link', { name: 'Confirm my email address' })
    expect(await confirm.getAttribute('href')).toBe(
      '/account/security?to=%2Fmembers%3Fview%3Daccount#email',
    )
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    if (way.javaScript) await page.getByRole('button', { name: 'Yes, unsubscribe' }).click()
    await page.getByText('Sorry to see you go! We will contact you via email to confirm.').waitFor()
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page
      .getByText('We are happy! We will contact you via email to confirm your choice.')
      .waitFor()
    await member.context.close()
  })
})

test.each(['Save', 'Cancel'])('after %s the focus is on Edit, in sight', async (leaving) => {
  const { page, context } = await aMember(browser, { size: 'phone', profile: california })
  await page.goto('/members?view=account')
  const edit = page.getByRole('link', { name: 'Edit Shipping address' })
  await edit.click()
  if (leaving === 'Save') {
    await field(page, 'addressExtra').fill('Suite 4')
    await save(page).click()
  } else {
    await page.getByRole('link', { name: 'Cancel' }).click()
  }
  await expect.poll(() => edit.evaluate((link) => link === document.activeElement)).toBe(true)
  const box = (await edit.boundingBox())!
  expect(box.y).toBeGreaterThan(0)
  expect(box.y + box.height).toBeLessThan(page.viewportSize()!.height)
  await context.close()
})

test('the later of two tabs sees what is saved now', async () => {
  const { page, context } = await aMember(browser, { profile: california })
  const later = await context.newPage()
  await page.goto('/edit?edit=personal')
  await later.goto('/edit?edit=personal')
  await field(page, 'lastname').fill('First')
  await save(page).click()
  await page.getByRole('alert').waitFor()
  await field(later, 'lastname').fill('Second')
  await save(later).click()
  await later.getByText('Saved now: First').waitFor()
  expect(await field(later, 'lastname').inputValue()).toBe('Second')
  await save(later).click()
  await later.getByText('Second', { exact: true }).waitFor()
  await context.close()
})

test('nothing is saved in the account of another user who signed in meanwhile', async () => {
  const { page, context } = await aMember(browser, { profile: california })
  await page.goto('/members?view=account&edit=shipping')
  await field(page, 'address').fill('2400 Mission Street')
  await context.clearCookies({ name: /session/ })
  const other = await registered({ context, page, faults: [] })
  await save(page).click()
  await page.getByText('You are now signed in to a different account').first().waitFor()
  const [account] = await queryDatabase<{ address: string }>(
    'select address from users where email = $1',
    [other.email],
  )
  expect(account?.address).toBe('')
  await context.close()
})

test('what is typed is asked about before it is lost', async () => {
  const { page, context } = await aMember(browser)
  await page.goto('/members?view=account&edit=personal')
  await field(page, 'optionalText').fill('Leave it with the neighbour')
  const menu = page.getByRole('navigation', { name: 'Your account' })
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  expect(await field(page, 'optionalText').inputValue()).toBe('Leave it with the neighbour')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await asked.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/members?view=dash')
  await context.close()
})

describe.each(bothWays)(
  'an address asked for by the cart ($size, JavaScript $javaScript)',
  (how) => {
    test('leads back to the cart once wine may go there', async () => {
      const { page, context } = await aMember(browser, how)
      await page.goto('/mono')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
      await page.goto('/mono?cart=open')
      await page.getByRole('link', { name: 'Go to my shipping address' }).click()
      await field(page, 'address').fill('PO Box 1233')
      await field(page, 'city').fill('San Francisco')
      await field(page, 'state').selectOption('CA')
      await field(page, 'zipCode').fill('94110')
      await save(page).click()
      await page.getByText('Wine can’t go to a PO box').first().waitFor()
      expect(new URL(page.url()).searchParams.has('cart')).toBe(false)
      await page.getByRole('link', { name: 'Edit Shipping address' }).click()
      await field(page, 'address').fill('1200 Valencia Street')
      await save(page).click()
      const cart = page.getByRole('dialog', { name: 'My Cart' })
      await cart.getByText('Your account is saved.').waitFor()
      await cart.getByRole('button', { name: 'Checkout' }).waitFor()
      expect(await cart.getByRole('link', { name: 'Go to my shipping address' }).count()).toBe(0)
      await context.close()
    })

    test('comes after a birthdate below 21, which the cart leads to and back from', async () => {
      const young = { ...california, birthdate: '2010-01-01' }
      const { page, context } = await aMember(browser, { ...how, profile: young })
      await page.goto('/mono')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
      await page.goto('/mono?cart=open')
      await page.getByText('By your birthdate you are not 21 yet').first().waitFor()
      await page.getByRole('link', { name: 'Go to my birthdate' }).click()
      await field(page, 'birthdate').fill('1981-04-12')
      await save(page).click()
      const cart = page.getByRole('dialog', { name: 'My Cart' })
      await cart.getByText('Your account is saved.').waitFor()
      expect(await cart.getByText('By your birthdate').count()).toBe(0)
      await context.close()
    })

    test('leads back to the card panel from there', async () => {
      const { page, context } = await aMember(browser, { ...how, profile: california })
      await page.goto('/mono')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByRole('link', { name: /^Cart, 1 / }).waitFor()
      await page.goto('/card')
      await page.getByRole('radio', { name: /Ground shipping/ }).check()
      if (!how.javaScript) await page.getByRole('button', { name: 'Use this method' }).click()
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.type())
        void dialog.accept()
      })
      const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
      const cardIsShown = () => frame.getByLabel('Card number').waitFor()
      await page.getByRole('link', { name: 'Change' }).click()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.waitForURL('**/card')
      if (how.javaScript) await cardIsShown()
      await page.getByRole('link', { name: 'Change' }).click()
      // A slow phone, whose response may come before React has rendered the submission.
      const devTools = await context.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: 12 })
      await field(page, 'address').fill('2400 Mission Street')
      await save(page).click()
      await page.waitForURL('**/card')
      await page.getByText('2400 Mission Street').waitFor()
      if (how.javaScript) await cardIsShown()
      expect(asked).toEqual([])
      await context.close()
    })
  },
)

test('a new email is asked for at both addresses, with the password', async () => {
  const { page, context, person } = await aMember(browser, { profile: california })
  await page.goto('/edit?edit=personal')
  await field(page, 'email').fill(`new-${person.email}`)
  await save(page).click()
  const password = page.getByLabel('Your password, to change your email')
  await page.getByText('Please enter your password').waitFor()
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  const described = `#${(await password.getAttribute('aria-describedby'))!}`
  expect(await page.locator(described).textContent()).toBe('Please enter your password')
  await expect.poll(() => password.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.getByLabel('Your password, to change your email').fill(person.password)
  await save(page).click()
  await page.getByText(/We sent an email to each address/).waitFor()
  await page.getByText(person.email, { exact: true }).waitFor()
  await context.close()
})

test('what is kept can be taken along, and the account deleted', async () => {
  const { page, context, person } = await aMember(browser)
  const response = await page.request.get('/members/your-data')
  expect(response.headers()['content-disposition']).toContain('attachment')
  expect(((await response.json()) as { account: { email: string } }).account.email).toBe(
    person.email,
  )
  await page.goto('/account/deleted')
  await page.waitForURL('**/members?view=account')
  await page.goto('/members/close-account')
  await page.getByText(/the law requires us to keep what was sold/).waitFor()
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('**/account/deleted')
  await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
  await page.goto('/members')
  await page.waitForURL('**/login?to=%2Fmembers')
  await context.close()
})
