import { doIUseEmail } from '@jsx-email/doiuse-email'
import { expect, test } from 'vitest'

import { sampleEmails } from '#app/emails/sample-emails.ts'

/**
 * By caniemail.com. Thunderbird renders as Firefox does, and the data has gaps for it. Gmail for
 * accounts of other services (`gmail.mobile-webmail` in part) reads no style sheet at all.
 */
const emailClients = [
  'gmail.*',
  'outlook.*',
  'apple-mail.*',
  'yahoo.*',
  'samsung-email.*',
  'protonmail.*',
  'fastmail.*',
] as const

/** Features that some clients do not support, with the effect of that. */
const accepted: Record<string, string> = {
  '<body> element': 'its color and margin are repeated on the outermost table',
  '@media': 'the wide layout in light colors: fluid, and readable at 320 pixels',
  'Attribute selector': 'names Outlook’s own dark mode; only that client needs it',
  'Class selector': 'all that matters is inline; classes are for dark mode and small screens',
  'Descendant combinator': 'as class selectors',
  'Type selector': 'resets what is inline as well',
  'display:none': 'the preview line stands above the email once more, in one line',
  'loading attribute': 'keeps the renderer from adding preload links; clients ignore it',
  overflow: 'belongs to the hidden preview line alone',
  'overflow-wrap': 'an overlong word makes the email wider',
  'role attribute': 'a screen reader may announce a table of layout',
  'text-decoration': 'a link is in its color, without its line',
  'text-decoration-thickness': 'the line below a link is as thick as the client draws it',
  'text-underline-offset': 'the line below a link is where the client draws it',
  'text-wrap': 'a last line may have a single word',
  'white-space': 'a phone number may break into two lines',
}

type Checked = { errors?: string[] }

test('every email uses only what mail clients support, or what may be missing', () => {
  const found = new Set<string>()
  for (const { html } of sampleEmails()) {
    // A picture of many kilobytes in an attribute says nothing about clients.
    const light = html.replaceAll(/data:image\/png;base64,[^"]*/g, 'cid:picture')
    const { errors = [] } = doIUseEmail(light, { emailClients: [...emailClients] }) as Checked
    for (const error of errors) found.add(/^`([^`]+)`/.exec(error)?.[1] ?? error)
  }
  expect([...found].toSorted()).toEqual(Object.keys(accepted).toSorted())
}, 30_000)

test('the phone number stays on one line in every email', () => {
  const phone = '+1 (305) 555-0142'
  const broken = sampleEmails().filter(({ html }) =>
    html.replaceAll(`white-space:nowrap">${phone}<`, '').includes(phone),
  )
  expect(broken.map(({ kind }) => kind)).toEqual([])
})
