import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { inlineStyles } from './inline-styles.ts'

const policy = "default-src 'self';style-src 'self'"
const html = '<link rel="stylesheet" href="/assets/a.css"/><p class="used">words</p>'
const read = (href: string) => (href === '/assets/a.css' ? '.used{a:b}.other{c:d}' : null)

test('styles come with the page, and the policy lets in these and no others', () => {
  const hash = createHash('sha256').update('.used{a:b}').digest('base64')
  expect(inlineStyles({ html, policy }, read)).toEqual({
    html: '<style>.used{a:b}</style><p class="used">words</p>',
    policy: `default-src 'self';style-src 'sha256-${hash}' 'self'`,
  })
})

test.each([
  ['a sheet that is not ours', html.replace('a.css', 'b.css'), policy, read],
  ['a policy without a place for it', html, "default-src 'self'", read],
  ['a sheet that would end the element', html, policy, () => '.used{}</style>'],
])('%s stays a link', (_what, page, rules, source) => {
  expect(inlineStyles({ html: page, policy: rules }, source)).toEqual({ html: page, policy: rules })
})
