import { expect, test } from 'vitest'

import { networkOf, networksOf } from './network-address.rules.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2:aaaa::1', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002:bbbb:cccc:dddd:eeee', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['unknown', ['unknown']],
  ['203.0.113.7:50123', ['203.0.113.7']],
  ['[2001:db8:1:2::1]:50123', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['[2001:db8:1:2::1]', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['[::ffff:203.0.113.7]:50123', ['203.0.113.7']],
])('%s belongs to %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
  expect(networkOf(address)).toBe(networks[0])
})
