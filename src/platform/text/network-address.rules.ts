/**
 * The networks that a client's address belongs to, narrowest first, as keys of rate limits: an IPv4
 * address alone; of an IPv6 address its /64, which one subscriber has, and its /48, which one
 * organisation may have.
 */
export function networksOf(written: string): [narrow: string, ...wide: string[]] {
  const address = withoutPort(written)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return [mapped[1]!]
  if (!address.includes(':')) return [address]
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
  const prefix = (count: number) => groups.slice(0, count).join(':')
  return [`${prefix(4)}::/64`, `${prefix(3)}::/48`]
}

/** The narrowest of those networks, which one subscriber cannot change at will. */
export const networkOf = (address: string): string => networksOf(address)[0]

/** Some proxies write the port of the client, too, which is another with each connection. */
const withoutPort = (written: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(written)?.[1] ?? /^\[(.*)\]/.exec(written)?.[1] ?? written
