// Preloaded into a shop under test: rejects DNS lookups of all names but localhost.
import dns from 'node:dns'

const { lookup } = dns
dns.lookup = (name, ...rest) => {
  if (name === 'localhost' || name === '127.0.0.1') return lookup(name, ...rest)
  const rejection = Object.assign(new Error(`no outside: ${name}`), { code: 'ENOTFOUND' })
  process.nextTick(rest.at(-1), rejection)
}
