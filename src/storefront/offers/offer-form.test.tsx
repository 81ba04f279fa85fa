import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { OfferForm } from './offer-form.tsx'

const form = (most: number, isByLink: boolean) =>
  renderToStaticMarkup(
    <OfferForm product={{ id: 'malbec-2021', price: 55_500 }} {...{ most, isByLink, chosen: 1 }} />,
  )

test('where a payment link sells, its page asks for the number, and nothing is promised before the charge', () => {
  const html = form(3, true)
  expect(html).not.toContain('type="radio"')
  expect(html).toContain('on our payment provider’s page, you choose how many')
  expect(html).not.toContain('charged only once')
})

test('else the form asks for one to three, or for a bottle, and the address is checked first', () => {
  expect(form(3, false).match(/type="radio"/g)).toHaveLength(3)
  expect(form(1, false)).not.toContain('type="radio"')
  expect(form(3, false)).toContain('charged only once we have checked')
})
