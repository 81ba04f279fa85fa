import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { ordersOf, queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

import { engines } from './engines.ts'
import type { Engine, Visitor } from './visitor.ts'

// A browser that hangs is given up early, so that the second try begins.
vi.setConfig({ testTimeout: 100_000 })

const password = 'altamira-altamira'

/** Opens the shop in this engine and passes the age gate. */
async function aVisitor(engine: Engine, width: number, address: string): Promise<Visitor> {
  const visitor = await engine.open(width)
  await visitor.goto(address)
  await visitor.press('I am over 21')
  await visitor.seeGone('I am over 21', 'button')
  return visitor
}

async function register(visitor: Visitor): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await visitor.fill('First name', 'Ana')
  await visitor.fill('Last name', 'Ruiz')
  await visitor.fill('Email', email)
  await visitor.fill('Password', password)
  await visitor.press('Sign In')
  await visitor.see('Welcome to your account!')
  return email
}

async function logIn(visitor: Visitor, email: string, secret: string): Promise<void> {
  await visitor.fill('Email', email)
  await visitor.fill('Password', secret)
  await visitor.press('Log In')
}

/** A customer with an address in California and one case in the cart, sent by ground. */
async function aBuyer(engine: Engine, width: number): Promise<{ visitor: Visitor; email: string }> {
  const visitor = await aVisitor(engine, width, paths.register())
  const email = await register(visitor)
  await queryDatabase(
    `update users set phone = '4155550123', address = '1200 Valencia Street',
       city = 'San Francisco', state = 'CA', zip_code = '94110' where email = $1`,
    [email],
  )
  await visitor.goto(paths.currentRelease())
  await visitor.press('Add to cart')
  await visitor.see(/^Cart, 1 /, 'link')
  await visitor.goto(paths.members('current', { cart: 'open' }))
  await visitor.check(/^Ground shipping/)
  await visitor.see('$517.63')
  return { visitor, email }
}

async function payOnHostedPage(visitor: Visitor): Promise<void> {
  await visitor.fill('Card number', '4242 4242 4242 4242')
  await visitor.fill('Expires', '12 / 34')
  await visitor.fill('Security code', '123')
  await visitor.fill('Name on card', 'Ana Ruiz')
  await visitor.press(/^Pay/)
}

describe.each(engines)('$name $whySkipped', ({ open, usualWidth, widths }) => {
  let engine: Engine
  beforeAll(async () => {
    if (open) engine = await open()
  })
  afterAll(() => engine?.close())

  // What no window's width changes.
  describe.skipIf(!open)('in whatever window', () => {
    test('the age gate refuses and, asked again, lets an adult in', async () => {
      const visitor = await engine.open(usualWidth)
      await visitor.goto(paths.about())
      await visitor.press('I am under 21')
      await visitor.see(/take seriously/i)
      await visitor.close()
      const refused = await engine.open(usualWidth)
      await refused.goto(paths.ourWines())
      await refused.goto(paths.about())
      await refused.press('I am under 21')
      await refused.see(/take seriously/i)
      await refused.back()
      await refused.see(/take seriously/i)
      // The question from the back/forward cache is not live: its page is fetched again.
      const responses = 'document.querySelectorAll("form button:enabled").length'
      await expect.poll(() => refused.evaluate(responses)).toBe(0)
      await refused.close()
      const adult = await aVisitor(engine, usualWidth, `${paths.terms()}#delivery`)
      expect(await adult.address()).toContain('#delivery')
      await adult.close()
    })

    test('joining the list: an error, Back and Forward, and the thanks', async () => {
      const visitor = await aVisitor(engine, usualWidth, paths.about())
      await visitor.goto(paths.mailingList())
      await visitor.fill('Full name', 'Ana Ruiz')
      await visitor.press('Subscribe')
      await visitor.see('Please fill all fields')
      await visitor.back()
      await visitor.seeAddress(/\/about$/)
      await visitor.goto(paths.mailingList())
      await visitor.fill('Full name', 'Ana Ruiz')
      await visitor.fill('Email', `${randomUUID()}@example.com`)
      await visitor.press('Subscribe')
      await visitor.see(/You have been added to our mailing list\.$/)
      await visitor.back()
      await visitor.seeAddress(/\/ex-join$/)
      await visitor.see('Subscribe', 'button')
      await visitor.forward()
      await visitor.see(/You have been added to our mailing list\.$/)
      await visitor.close()
    })

    test('registering, an account with an error, and nothing is left after Log out', async () => {
      const visitor = await aVisitor(engine, usualWidth, paths.register())
      await register(visitor)
      await visitor.goto('/edit?edit=shipping')
      await visitor.fill(/^Address/, '12')
      await visitor.press('Save')
      await visitor.see('At least 8 characters in Address')
      await visitor.fill(/^Address/, '1200 Valencia Street')
      await visitor.fill(/^City/, 'San Francisco')
      await visitor.choose(/^State/, 'California')
      await visitor.fill(/^ZIP code/, '94110')
      await visitor.press('Save')
      await visitor.see(/1200 Valencia Street/)
      await visitor.press('Log out')
      await visitor.seeAddress(/\/$/)
      await visitor.back()
      await visitor.see('Log In', 'button')
      expect(await visitor.evaluate('document.body.textContent')).not.toContain('Valencia')
      await visitor.close()
    })

    test('Google signs a new customer in', async () => {
      const visitor = await aVisitor(engine, usualWidth, paths.login())
      await visitor.inPopup(
        () => visitor.press('Sign in with Google'),
        async (google) => {
          await google.fill('Email', `${randomUUID()}@gmail.example`)
          await google.fill('Given name', 'Lucía')
          await google.fill('Family name', 'Ferrer')
          await google.press('Continue')
        },
      )
      await visitor.see(/Lucía/)
      await visitor.close()
    })

    test('an admin list shows who joins meanwhile', async () => {
      const { admin } = theShop()
      const staff = await aVisitor(engine, usualWidth, paths.login())
      await logIn(staff, admin.email, admin.password)
      await staff.seeAddress(/\/(members|admin|joinedadmin)/)
      await staff.goto(paths.subscriberList({ sort: 'email' }))
      await staff.see(/On the list|Joined/)
      const email = `0-${randomUUID()}@example.com`
      await queryDatabase(
        `insert into mailing_list_clients (full_name, first_name, last_name, email,
           consent_source, consent_wording) values ('Live Arrival', 'Live', 'Arrival', $1, 't', 't')`,
        [email],
      )
      await staff.see(email)
      await staff.press('Log out')
      await staff.seeAddress(/\/$/)
      await staff.back()
      await staff.see('Log In', 'button')
      expect(await staff.evaluate('document.body.textContent')).not.toContain(email)
      await staff.close()
    })
  })

  describe.skipIf(!open).each(widths)('in a window %s px wide', (width) => {
    test('a customer’s page is where it was left, after Back', async () => {
      const visitor = await aVisitor(engine, width, paths.register())
      await register(visitor)
      await visitor.goto(paths.currentRelease())
      await visitor.see('Closed inaugural releases')
      await visitor.evaluate('scrollTo(0, 400)')
      await expect.poll(() => visitor.evaluate<number>('scrollY')).toBeGreaterThan(300)
      const at = await visitor.evaluate<number>('scrollY')
      await visitor.goto(paths.terms())
      await visitor.see('Terms of Sale')
      await visitor.back()
      await visitor.see('Closed inaugural releases')
      await expect
        .poll(async () => Math.abs((await visitor.evaluate<number>('scrollY')) - at))
        .toBeLessThan(60)
      await visitor.close()
    })

    test('a case is bought on the hosted page, left once and come back to', async () => {
      const { visitor, email } = await aBuyer(engine, width)
      await visitor.press('Checkout')
      await visitor.seeAddress(/\/c\/pay\//)
      // Back to another site does not return in WebKit's driver; the page's own link does.
      if (visitor.engine === 'firefox') await visitor.back()
      else await visitor.press(/Back to/, 'link')
      await visitor.seeAddress(/\/members/)
      await visitor.goto(paths.members('current', { cart: 'open' }))
      await visitor.press('Checkout')
      await visitor.seeAddress(/\/c\/pay\//)
      await payOnHostedPage(visitor)
      await visitor.see('Thank you for your purchase!')
      await visitor.press('Close', 'link')
      await visitor.goto(paths.members('orders'))
      await visitor.see(/2022 Malbec/)
      expect(await ordersOf(email)).toEqual([{ state: 'paid', total_cents: 51_763 }])
      await visitor.close()
    })

    test('a case is bought by card in the shop', async () => {
      const { visitor, email } = await aBuyer(engine, width)
      await visitor.goto(paths.card())
      await visitor.seeGone('Loading the card field…')
      await visitor.press('Good card')
      await visitor.press('Start Pay of $517.63')
      await visitor.see('Thank you for your purchase!')
      expect(await ordersOf(email)).toEqual([{ state: 'paid', total_cents: 51_763 }])
      await visitor.close()
    })

    test('a guest buys, and finds the form as it was after coming back', async () => {
      const visitor = await aVisitor(engine, width, paths.offering())
      const email = `${randomUUID()}@example.com`
      await visitor.press('Checkout')
      await visitor.see('Where should we send it?')
      await visitor.fill('Full name', 'Eva Marsh')
      await visitor.fill('Email', email)
      await visitor.fill('Phone', '(512) 555-0123')
      await setDate(visitor, '1980-02-03')
      await visitor.fill('Address', '400 Congress Ave')
      await visitor.fill('City', 'Austin')
      await visitor.choose('State', 'Texas')
      await visitor.fill('ZIP code', '78701')
      await visitor.check(/^I am 21 or older/)
      await visitor.press('Go to payment')
      await visitor.seeAddress(/\/c\/pay\//)
      if (visitor.engine === 'firefox') {
        await visitor.back()
        await visitor.see('Where should we send it?')
        expect(await visitor.valueOf('City')).toBe('Austin')
        await visitor.press('Go to payment')
        await visitor.seeAddress(/\/c\/pay\//)
      }
      await payOnHostedPage(visitor)
      await visitor.see('Thanks for you order.')
      const orders = 'select state from orders where email = $1'
      expect(await queryDatabase(orders, [email])).toEqual([{ state: 'paid' }])
      await visitor.close()
    })

    test('a refused form shows where it is wrong, and forgets what is mended', async () => {
      const visitor = await aVisitor(engine, width, paths.offerShipTo('offering', 1))
      await visitor.press('Go to payment')
      await expect.poll(() => visitor.evaluate(focused)).toEqual({ name: 'name', isInSight: true })
      const isWrong = `document.activeElement.getAttribute('aria-invalid')`
      expect(await visitor.evaluate(isWrong)).toBe('true')
      await visitor.fill('Full name', 'Eva Marsh')
      expect(await visitor.evaluate(isWrong)).toBe(null)
      await visitor.close()
    })

    test('after a block of the account is saved, its Edit has the focus, in sight', async () => {
      const visitor = await aVisitor(engine, width, paths.register())
      await register(visitor)
      await visitor.goto(paths.members('account'))
      await visitor.press('Edit Shipping address', 'link')
      await visitor.fill(/^Address/, '1200 Valencia Street')
      await visitor.fill(/^City/, 'San Francisco')
      await visitor.choose(/^State/, 'California')
      await visitor.fill(/^ZIP code/, '94110')
      await visitor.press('Save')
      await expect
        .poll(() => visitor.evaluate(focused))
        .toEqual({ name: 'Edit Shipping address', isInSight: true })
      await visitor.close()
    })

    test('dialogs: the policy keeps the focus, a press beside the cart closes it', async () => {
      const visitor = await aVisitor(engine, width, paths.about())
      await visitor.press('Shipping Policy')
      await visitor.see('Shipping Policy', 'text')
      expect(await visitor.evaluate(ringedButtons)).toBe(0)
      for (let presses = 0; presses < 3; presses++) {
        await visitor.keys('Tab')
        const where = `document.activeElement === document.body
          || document.activeElement?.closest('dialog') !== null`
        expect(await visitor.evaluate(where)).toBe(true)
      }
      await visitor.keys('Escape')
      await visitor.seeGone('Close', 'button')
      expect(await visitor.evaluate('document.activeElement.textContent')).toBe('Shipping Policy')
      await visitor.press('Shipping Policy')
      await visitor.press('Close')
      await visitor.seeGone('Close', 'button')
      expect(await visitor.evaluate('document.activeElement.textContent')).toBe('Shipping Policy')
      expect(await visitor.evaluate(ringedButtons)).toBe(0)
      await visitor.goto(paths.stayTuned())
      await visitor.see('STAY TUNED!')
      const height = `document.querySelector('dialog').getBoundingClientRect().height / innerHeight`
      expect(await visitor.evaluate<number>(height)).toBeLessThan(0.9)
      await visitor.close()

      const { visitor: buyer } = await aBuyer(engine, width)
      const panel = `(({ left, top, width }) => [left, top, width, innerWidth])(
        document.querySelector('dialog:modal').getBoundingClientRect())`
      const [left, , panelWidth, windowWidth] = await buyer.evaluate<number[]>(panel)
      expect(left).toBeGreaterThanOrEqual(0)
      if (windowWidth! - panelWidth! > 40) {
        await buyer.pressAt(20, 400)
        await buyer.seeGone('Checkout', 'button')
      }
      await buyer.goto(paths.members('current'))
      await buyer.press(/^Cart, 1 /, 'link')
      await buyer.see('Checkout', 'button')
      expect(await buyer.evaluate(ringedButtons)).toBe(0)
      await buyer.close()
    })
  })
})

/** The field or control that has the focus, and whether the window shows it whole with its message. */
const focused = `(() => {
  const it = document.activeElement
  const said = document.getElementById(it.id + '-error') ?? it
  return {
    name: it.getAttribute('name') ?? it.textContent.trim(),
    isInSight: [it, said].every((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }),
  }
})()`

/** How many buttons show the keyboard's ring. */
const ringedButtons = `document.querySelectorAll('button:focus-visible').length`

/** A date has fields of its own in each engine: the value is set as its picker would. */
const setDate = (visitor: Visitor, date: string) =>
  visitor.evaluate(`(() => {
    const field = document.querySelector('input[type="date"]')
    field.value = '${date}'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return true
  })()`)
