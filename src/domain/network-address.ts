/**
 * The part of a network address that limits count by: one IPv4 address, or the /64 of an IPv6 one,
 * since a single subscriber commands all addresses in that.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(gap, 0)).fill('0'), ...right].slice(0, 4).join(':')
}
