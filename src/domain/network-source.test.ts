import { expect, test } from 'vitest'

import { networkSource } from './network-source.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:bbbb:cccc:dddd:eeee', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, source) => {
  expect(networkSource(address)).toBe(source)
})
