import { userInfo } from 'node:os'

import { googleMails } from '#accounts/google/mails.rules.ts'
import { linkMinutes } from '#accounts/links/entry-link.rules.ts'
import { setRole } from '#admin/staff/set-role.actions.server.ts'
import { makePasswordLink } from '#admin/staff/staff-password.actions.server.ts'
import { addMails } from '#mail/mail.rules.ts'

import { end, withShopDatabase } from './command-line.ts'

// Who becomes staff is told that a Google account was removed.
addMails(googleMails)

/** `npm run staff:grant -- EMAIL`, `npm run staff:revoke -- EMAIL` and `npm run staff:password -- EMAIL`. */
const operator = `command line (${userInfo().username})`
const [action, email, ...rest] = process.argv.slice(2)
const roleOf = { grant: 'staff', revoke: 'member' } as const

const isKnown = action === 'grant' || action === 'revoke' || action === 'password'
if (!isKnown || !email || rest.length > 0) {
  end(
    'Say whose role: npm run staff:grant -- EMAIL, or npm run staff:revoke -- EMAIL; ' +
      'or whose password: npm run staff:password -- EMAIL.',
  )
}
if (action === 'password') {
  const path = await withShopDatabase((db) => makePasswordLink({ db }, { email, by: operator }))
  if (!path) end(`Nobody on the staff has the email ${email}.`)
  end(
    `Open ${path} in the shop within ${linkMinutes.recovery} minutes to choose a new password.`,
    0,
  )
}
const role = roleOf[action]
const outcome = await withShopDatabase((db) => setRole({ db }, { email, role, by: operator }))
const sentences = {
  changed: `${email} is ${role} now, and has been signed out everywhere.`,
  same: `${email} is ${role} already.`,
  unknown: `Nobody is registered with ${email}.`,
  unconfirmed:
    `${email} is not confirmed, so anyone may have registered under it. ` +
    'Its owner confirms it first (Log in, Security, "Send a confirmation email"); then grant again.',
}
end(sentences[outcome], outcome === 'unknown' || outcome === 'unconfirmed' ? 1 : 0)
