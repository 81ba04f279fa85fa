import { userInfo } from 'node:os'

import { setRole } from '#admin/staff/set-role.actions.server.ts'

import { end, withShopDatabase } from './command-line.ts'

/** `npm run staff:grant -- EMAIL` and `npm run staff:revoke -- EMAIL`. */
const [action, email, ...rest] = process.argv.slice(2)
const roleOf = { grant: 'staff', revoke: 'member' } as const

if ((action !== 'grant' && action !== 'revoke') || !email || rest.length > 0) {
  end('Say whose role: npm run staff:grant -- EMAIL, or npm run staff:revoke -- EMAIL.')
}
const role = roleOf[action]
const by = `command line (${userInfo().username})`
const outcome = await withShopDatabase((db) => setRole({ db }, { email, role, by }))
const sentences = {
  changed: `${email} is ${role} now, and has been signed out everywhere.`,
  same: `${email} is ${role} already.`,
  unknown: `Nobody is registered with ${email}.`,
  unconfirmed:
    `${email} is not confirmed, so anyone may have registered under it. ` +
    'Its owner confirms it first (Log in, Security, "Send a confirmation email"); then grant again.',
}
end(sentences[outcome], outcome === 'unknown' || outcome === 'unconfirmed' ? 1 : 0)
