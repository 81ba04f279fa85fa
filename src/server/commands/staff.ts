import { userInfo } from 'node:os'

import { openDatabase, openPool } from '#data/connection.server.ts'
import { setRole } from '#use-cases/desk/set-role.ts'

/** `npm run staff:grant -- EMAIL` and `npm run staff:revoke -- EMAIL`. */
const [deed, email, ...rest] = process.argv.slice(2)
const databaseUrl = process.env['DATABASE_URL']
const roleOf = { grant: 'staff', revoke: 'member' } as const

if ((deed !== 'grant' && deed !== 'revoke') || !email || rest.length > 0) {
  end('Say whose role: npm run staff:grant -- EMAIL, or npm run staff:revoke -- EMAIL.', 1)
}
if (!databaseUrl) end('DATABASE_URL names the database of the shop; it is missing.', 1)

const role = roleOf[deed as keyof typeof roleOf]
const pool = openPool(databaseUrl!, 1)
const by = `command line (${userInfo().username})`
const outcome = await setRole({ db: openDatabase(pool) }, { email: email!, role, by }).finally(() =>
  pool.end(),
)
const sentences = {
  changed: `${email} is ${role} now, and has been signed out everywhere.`,
  same: `${email} is ${role} already.`,
  unknown: `Nobody is registered with ${email}.`,
}
end(sentences[outcome], outcome === 'unknown' ? 1 : 0)

function end(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}
