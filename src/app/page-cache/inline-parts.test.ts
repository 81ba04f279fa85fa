import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { inlineParts } from './inline-parts.ts'

const policy = "default-src 'self';script-src 'self';style-src 'self'"
const html =
  '<head><link rel="stylesheet" href="/assets/a.css"/></head><p class="used">words</p>' +
  '<script type="module" src="/assets/a.js" async=""></script>'
const services: Record<string, string> = {
  '/assets/a.css': '.used{a:b}.other{c:d}',
  '/assets/a.js': 'say()',
}
const read = (href: string) => services[href] ?? null
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('styles and scripts come with the page, and the policy lets in these and no others', () => {
  expect(inlineParts({ html, policy }, read)).toEqual({
    html:
      '<head><style>.used{a:b}</style></head><p class="used">words</p>' +
      '<script type="module" async="">say()</script>',
    policy: `default-src 'self';script-src ${hashOf('say()')} 'self';style-src ${hashOf('.used{a:b}')} 'self'`,
  })
})

test('so does what may be fetched ahead', () => {
  const page = inlineParts({ html: '<head></head>', policy }, read, '{"prefetch":[]}')
  expect(page).toEqual({
    html: '<head><script type="speculationrules">{"prefetch":[]}</script></head>',
    policy: policy.replace('script-src', `script-src ${hashOf('{"prefetch":[]}')}`),
  })
})

describe('left where it is', () => {
  test.each([
    ['what is not ours', html.replaceAll('/a.', '/b.'), policy, read],
    ['what the policy has no place for', html, "default-src 'self'", read],
    ['what would end its element', html, policy, () => 'x</style></script>'],
    [
      'a script that runs by a nonce of its own',
      '<script nonce="n">a()</script><script src="/assets/a.js"></script>',
      policy,
      read,
    ],
  ])('%s', (_what, page, rules, source) => {
    expect(inlineParts({ html: page, policy: rules }, source)).toEqual({
      html: page,
      policy: rules,
    })
  })
})
