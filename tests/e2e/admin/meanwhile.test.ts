import { randomUUID } from 'node:crypto'

import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectNoSideways } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { putRelease } from '#tests/harness/release-rows.ts'

import { aSubscriber, aStaffMember, aUser, field, pressSave } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** With a script at each size, and without one. */
const ways = [
  { size: 'desktop', javaScript: true },
  { size: 'phone', javaScript: true },
  { size: 'phone', javaScript: false },
] as const

describe.each(ways)('while one edits ($size, JavaScript $javaScript)', (way) => {
  test('another saves first: the later sees who, what changed, and decides', async () => {
    const user = await aUser({ city: '', optional_text: 'As it was' })
    const [first, later] = await Promise.all([aStaffMember(browser), aStaffMember(browser, way)])
    await first.page.goto(`/usersadmin/${user.id}`)
    await later.page.goto(`/usersadmin/${user.id}`)
    await field(first.page, 'optionalText').fill('By the first')
    await field(first.page, 'membershipTextA').fill('Only the first')
    await pressSave(first.page)
    await first.page.getByText('User updated').waitFor()

    const { page } = later
    await field(page, 'optionalText').fill('By the later')
    await field(page, 'membershipTextB').fill('Only the later')
    await pressSave(page)
    const said = `${first.person.email} saved this record while you were editing`
    await page.getByText(said).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    if (way.javaScript) await expect.poll(focused).toContain(said)
    const changed = page.getByRole('table').filter({ hasText: 'Saved now' })
    const rowOf = (name: string) => changed.getByRole('row').filter({ hasText: name })
    expect(await changed.getByRole('row').count()).toBe(3)
    await rowOf('Optional text').getByText('As it was').waitFor()
    await rowOf('Optional text').getByText('By the first').waitFor()
    await rowOf('Optional text').getByText('By the later').waitFor()
    expect(await field(page, 'optionalText').inputValue()).toBe('By the later')
    expect(await field(page, 'membershipTextA').inputValue()).toBe('Only the first')
    expect(await field(page, 'membershipTextB').inputValue()).toBe('Only the later')
    if (way.javaScript) await expectAccessible(later.page)
    await expectNoSideways(later)

    if (way.javaScript) {
      const choose = (what: string) => page.getByRole('button', { name: `${what}: Optional text` })
      const [take, keep] = [choose('Take what is saved'), choose('Keep yours')]
      const standing = async () => ({
        pressed: await Promise.all([take, keep].map((its) => its.getAttribute('aria-pressed'))),
        focused: await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      })
      await take.press('Enter')
      expect(await field(page, 'optionalText').inputValue()).toBe('By the first')
      expect(await standing()).toEqual({
        pressed: ['true', 'false'],
        focused: 'Take what is saved: Optional text',
      })
      await rowOf('Optional text').getByText('By the later').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await field(page, 'optionalText').inputValue()).toBe('By the later')
      expect(await standing()).toEqual({
        pressed: ['false', 'true'],
        focused: 'Keep yours: Optional text',
      })
    }
    await pressSave(page)
    await page.getByText('User updated').waitFor()
    expect(
      await queryDatabase(
        `select optional_text, membership_text_a, membership_text_b from users where id = $1`,
        [user.id],
      ),
    ).toEqual([
      {
        optional_text: 'By the later',
        membership_text_a: 'Only the first',
        membership_text_b: 'Only the later',
      },
    ])
    await Promise.all([first.context.close(), later.context.close()])
  })

  test('the record goes: what was typed is kept, and it is said', async () => {
    const subscriber = await aSubscriber()
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    await page.goto(`/joinedadmin/${subscriber.id}`)
    await field(page, 'city').fill('Valparaíso')
    await queryDatabase('delete from mailing_list_clients where id = $1', [subscriber.id])
    await pressSave(page)
    const gone = 'This record was deleted while you were editing it.'
    await page.getByText(gone).waitFor()
    if (way.javaScript) {
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toContain(gone)
    }
    expect(await field(page, 'city').inputValue()).toBe('Valparaíso')
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    if (way.javaScript) await expectAccessible(staff.page)
    await staff.context.close()
  })
})

test('a record that is not there says so, within the admin', async () => {
  const staff = await aStaffMember(browser)
  const { page } = staff
  for (const address of ['/joinedadmin/nobody', '/usersadmin/nobody']) {
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: 'This record is gone' }).waitFor()
    await page.getByRole('navigation', { name: 'Admin' }).waitFor()
  }
  await expectAccessible(staff.page)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL('**/usersadmin')
  await staff.context.close()
})

test('another’s email is refused in a sentence, at its field', async () => {
  const [subscriber, other] = await Promise.all([aSubscriber(), aSubscriber()])
  const { page, context } = await aStaffMember(browser)
  await page.goto(`/joinedadmin/${subscriber.id}`)
  await field(page, 'email').fill(other.email)
  await pressSave(page)
  await page.getByText('Another subscriber has this email.').waitFor()
  expect(await field(page, 'email').getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('email')
  // It is as unsaved as before.
  await page.getByRole('link', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(await field(page, 'email').inputValue()).toBe(other.email)
  // What was typed instead is not called wrong; only the server can say that it is.
  await field(page, 'email').fill(`new.${other.email}`)
  await expect.poll(() => field(page, 'email').getAttribute('aria-invalid')).toBe(null)
  expect(await page.getByText('Another subscriber has this email.').count()).toBe(0)
  await context.close()
})

test('what is typed is asked about before it is lost', async () => {
  const subscriber = await aSubscriber()
  const { page, context } = await aStaffMember(browser)
  await page.goto(`/joinedadmin/${subscriber.id}`)
  await field(page, 'city').fill('Reno')
  await page.getByText('Not saved yet', { exact: true }).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await navigation.getByRole('link', { name: 'Users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(await field(page, 'city').inputValue()).toBe('Reno')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/joinedadmin')
  await context.close()
})

test('the browser asks before a document with unsaved changes is left, and not once they are undone', async () => {
  const subscriber = await aSubscriber()
  const { page, context } = await aStaffMember(browser)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  const unsaved = page.getByText('Not saved yet', { exact: true })
  const city = field(page, 'city')
  await page.goto(`/joinedadmin/${subscriber.id}`)
  const before = await city.inputValue()
  // Browsers ask only where one has pressed something.
  await city.click()
  await city.fill('Reno')
  await unsaved.waitFor()
  await city.fill(before)
  await unsaved.waitFor({ state: 'detached' })
  await page.reload()
  expect(asked).toEqual([])
  await city.click()
  await city.fill('Reno')
  await unsaved.waitFor()
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await context.close()
})

describe('what is pressed while one’s own save is under way', () => {
  /** A draft with two wines on its page, whose first save is written but not answered until `answer()`. */
  async function heldSave() {
    const [mark] = randomUUID().split('-')
    const wines = ['First', 'Second'].map((name) => ({
      id: `${mark}-${name.toLowerCase()}`,
      title: `${name} ${mark}`,
      image: 'bottle-malbec-2022',
      cents: 45_000,
    }))
    const id = await putRelease({ email: null, state: 'draft', opensIn: 600, wines })
    const { page, context } = await aStaffMember(browser)
    await page.clock.install()
    await page.goto(paths.release(id, 'wines'))
    const isWritten = Promise.withResolvers<void>()
    const isAnswered = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname.endsWith('.data'),
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        const response = await route.fetch()
        isWritten.resolve()
        await isAnswered.promise
        await route.fulfill({ response })
      },
    )
    const press = (name: string) => page.getByRole('button', { name: `${name} ${mark}` }).click()
    const order = () =>
      queryDatabase<{ product_id: string }>(
        'select product_id from release_wines where release_id = $1 order by position',
        [id],
      ).then((rows) => rows.map((row) => row.product_id))
    const end = async () => {
      await context.close()
      await queryDatabase('delete from releases where id = $1', [id])
      await queryDatabase('delete from products where id = any($1)', [wines.map((wine) => wine.id)])
    }
    return {
      ...{ page, press, order, end, first: wines[0]!.id, second: wines[1]!.id },
      isWritten: isWritten.promise,
      answer: isAnswered.resolve,
    }
  }

  test('goes after it, over what it saved', async () => {
    const { page, press, order, end, first, isWritten, answer } = await heldSave()
    await press('Move down: First')
    await isWritten
    await press('Remove: Second')
    answer()
    await expect.poll(order).toEqual([first])
    expect(await page.getByText('in the meantime').count()).toBe(0)
    await end()
  })

  test('is the same press with the same button', async () => {
    const { page, press, order, end, first, second, isWritten, answer } = await heldSave()
    await press('Move down: First')
    await isWritten
    await press('Move down: First')
    answer()
    await page.getByRole('button', { name: 'Move up: First' }).waitFor()
    expect(await order()).toEqual([second, first])
    expect(await page.getByText('in the meantime').count()).toBe(0)
    await end()
  })

  test('is sent once more where no answer comes in ten seconds', async () => {
    const { page, press, order, end, first, second, isWritten, answer } = await heldSave()
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    await press('Move down: First')
    await isWritten
    await page.clock.fastForward(9_000)
    await press('Move down: First')
    expect(sent).toBe(1)
    await page.clock.fastForward(2_000)
    await press('Move down: First')
    await expect.poll(() => sent).toBe(2)
    answer()
    await page.getByText('The wines are saved.').waitFor()
    expect(await page.getByText('in the meantime').count()).toBe(0)
    expect(await order()).toEqual([second, first])
    await end()
  })

  test('is dropped where that save is refused', async () => {
    const { page, press, order, end, first, second, isWritten, answer } = await heldSave()
    await queryDatabase(
      `update releases set version = version + 1 where id in
         (select release_id from release_wines where product_id = $1)`,
      [first],
    )
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    await press('Move down: First')
    await isWritten
    await press('Remove: Second')
    answer()
    await page.getByText('This release was saved elsewhere in the meantime.').waitFor()
    await page.reload()
    expect([sent, await order()]).toEqual([1, [first, second]])
    await end()
  })

  test('and what another saved is shown, so that the same press goes over it', async () => {
    const { page, press, order, end, first, answer } = await heldSave()
    answer()
    await queryDatabase(
      `with gone as (delete from release_wines where product_id <> $1 and release_id in
         (select release_id from release_wines where product_id = $1) returning release_id)
       update releases set version = version + 1 where id in (select release_id from gone)`,
      [first],
    )
    await press('Remove: First')
    await page.getByText('This release was saved elsewhere in the meantime.').waitFor()
    await page.getByRole('button', { name: 'Remove: Second' }).waitFor({ state: 'detached' })
    await press('Remove: First')
    await page.getByText('No wine is chosen yet.').waitFor()
    expect(await order()).toEqual([])
    await end()
  })

  test('what was pressed keeps the focus, or what stands beside it', async () => {
    const { page, end, answer } = await heldSave()
    answer()
    const focused = () =>
      page.evaluate(() => {
        const { ariaLabel, textContent } = document.activeElement!
        return (ariaLabel ?? textContent)!.replace(/ \w+$/, '')
      })
    await page.getByRole('button', { name: /^Move down: First/ }).press('Enter')
    await expect.poll(focused).toMatch(/^Move up: First /)
    await page.getByRole('link', { name: 'Waves', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByText('The release is saved.').waitFor()
    await expect.poll(focused).toBe('Save')
    await end()
  })
})
