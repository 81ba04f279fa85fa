import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dispatchEveryDay } from '#shipping/readiness/dispatch-days.rules.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { aMember, california, expectNoSideways, oppositeWays } from './a-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  // A gift's recipient is on the slip of what is shipped from here.
  await queryDatabase(
    `insert into shipping_settings (begun_at, begun_by, dispatch) values (now(), 'the gifts', $1)
     on conflict do nothing`,
    [JSON.stringify(dispatchEveryDay)],
  )
})
afterAll(async () => {
  await queryDatabase(`delete from shipping_settings where begun_by = 'the gifts'`)
  await browser.close()
})

const giftOf = async (email: string) =>
  (
    await queryDatabase<{ gift: object | null }>(
      `select ship_to -> 'gift' as gift from checkouts
       join users on users.id = user_id where users.email = $1 and checkouts.state = 'open'`,
      [email],
    )
  )[0]?.gift

async function expectTyped(place: Locator): Promise<void> {
  const texts = ['Recipient’s name', 'Recipient’s phone', 'Gift note'].map((label) =>
    place.getByLabel(label),
  )
  await texts[0]!.waitFor()
  await expect
    .poll(() => Promise.all(texts.map((text) => text.inputValue())))
    .toEqual(['Lucía Ferrer', '4155550142', 'Happy birthday!'])
  await place.getByText('the recipient is 21 or older and will sign').waitFor()
}

describe.each(oppositeWays)('a buyer ($size, JavaScript $javaScript)', (way) => {
  test('makes a purchase a gift in the cart, where it is folded away', async () => {
    const buyer = await aMember(browser, { ...way, profile: california })
    const { page, person } = buyer
    await page.goto('/mono')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: /^Cart, 1 / }).click()
    const cart = page.getByRole('dialog', { name: 'My Cart' })
    await cart.getByRole('radio', { name: /Ground/ }).check()
    if (!way.javaScript) await cart.getByRole('button', { name: 'Use this method' }).click()
    await cart.getByText('I will sign for the delivery').waitFor()
    expect(await cart.getByLabel('Recipient’s name').isVisible()).toBe(false)

    await cart.getByText('Is it a gift?').click()
    await cart.getByLabel('Recipient’s name').fill('Lucía Ferrer')
    await cart.getByText('the recipient is 21 or older and will sign').waitFor()
    expect(await cart.getByText('I will sign for the delivery').isVisible()).toBe(false)
    await expectNoSideways(buyer)
    if (way.javaScript) await expectAccessible(page)
    // Also what is folded away again is sent, and unfolded where it is wrong.
    await cart.getByText('Is it a gift?').click()
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await page.getByText('A gift needs its recipient’s name and phone').first().waitFor()
    expect(await giftOf(person.email)).toBe(undefined)
    if (!way.javaScript) {
      await cart.getByText('Is it a gift?').click()
      await cart.getByLabel('Recipient’s name').fill('Lucía Ferrer')
    }
    if (way.javaScript) {
      const phone = cart.getByLabel('Recipient’s phone')
      await expect
        .poll(() => phone.evaluate((field) => field === document.activeElement))
        .toBe(true)
      await cart.getByText('At least 9 number for phones').waitFor()
    }
    await cart.getByLabel('Recipient’s phone').fill('(415) 555-0142')
    await cart.getByText('At least 9 number for phones').waitFor({ state: 'detached' })
    await cart.getByLabel('Gift note').fill('Happy birthday!')
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await page.getByText('the recipient is 21 or older and will sign').waitFor()
    expect(await giftOf(person.email)).toEqual({
      ...{ name: 'Lucía Ferrer', phone: '4155550142', note: 'Happy birthday!' },
    })
    // Back from there, and on the other page of payment, what was typed is still there, and seen.
    await page.goto('/mono?cart=open')
    await expectTyped(cart)
    if (way.javaScript) {
      await page.goto('/card')
      await expectTyped(page.getByRole('main'))
    }
    await buyer.context.close()
  })
})

test('a purchase on the card page is a gift, too, with a card that is typed and with a saved one', async () => {
  const { page, person, context } = await aMember(browser, { profile: california })
  const { url } = theShop()
  const main = page.getByRole('main')
  const steps: Record<string, string>[] = [
    { kind: 'add', productId: 'malbec-2022' },
    { kind: 'choose-shipping', method: 'ground' },
  ]
  const pay = async (name: string, chooseCard: () => Promise<void>) => {
    for (const form of steps) {
      await context.request.post(`${url}/cart`, { headers: { origin: url }, form })
    }
    await page.goto('/card')
    await main.getByText('Is it a gift?').click()
    await main.getByLabel('Recipient’s name').fill(name)
    await main.getByLabel('Recipient’s phone').fill('(415) 555-0142')
    await chooseCard()
    await page.getByRole('button', { name: /^Start Pay of/ }).click()
    await page.getByText('Thank you for your purchase!').waitFor()
  }
  await pay('Lucía Ferrer', async () => {
    const field = page.frameLocator('iframe[title="Secure payment input frame"]')
    await field.getByLabel('Card number').fill('4242424242424242')
    await field.getByLabel('Expiration date').pressSequentially('1240')
    await field.getByLabel('Security code').fill('123')
    await page.getByLabel('Keep this card for my next order').check()
  })
  await pay('Bruno Paz', () => page.getByLabel(/^Visa ending in 4242/).waitFor())
  const paid = await queryDatabase(
    `select ship_to -> 'gift' ->> 'name' as name from checkouts
     join users on users.id = user_id where users.email = $1 and checkouts.state = 'paid'
     order by started_at`,
    [person.email],
  )
  expect(paid).toEqual([{ name: 'Lucía Ferrer' }, { name: 'Bruno Paz' }])
  await context.close()
})
