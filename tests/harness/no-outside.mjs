// Preloaded into a shop under test: no name but this machine's own is looked up.
import dns from 'node:dns'

const { lookup } = dns
dns.lookup = (name, ...rest) => {
  if (name === 'localhost' || name === '127.0.0.1') return lookup(name, ...rest)
  const refused = Object.assign(new Error(`no outside: ${name}`), { code: 'ENOTFOUND' })
  process.nextTick(rest.at(-1), refused)
}
