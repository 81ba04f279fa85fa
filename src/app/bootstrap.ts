import { isDataKey } from '#accounts/users/data-key.store.server.ts'
import { userByEmail } from '#accounts/users/users.store.server.ts'
import { addStaffAccount } from '#admin/staff/add-staff-account.actions.server.ts'
import { seedCatalogue } from '#catalogue/wines/seeded-wines.store.server.ts'
import { seedProposedRules } from '#compliance/states/state-rules.store.server.ts'

import { CannotOpen } from './cannot-open.ts'
import type { Env } from './env.ts'
import { demoMembers, demoPassword, seedDemoMembers } from './seed/demo-members.ts'
import type { App } from './services.ts'

/**
 * Seeds what the shop needs before it takes requests: wines, proposed rules of states, the first staff account,
 * customers of a demo.
 */
export async function bootstrap({ services }: App, env: Env): Promise<void> {
  const { db, identity, settings, log } = services
  if (!(await isDataKey(db, services.hashes.ofKey()))) {
    if (env.NODE_ENV === 'production') throw new CannotOpen(otherDataSecret)
    log.warn({}, otherDataSecret)
  }
  await seedCatalogue(db, settings.bottlePrice)
  await seedProposedRules(db)
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env
    const outcome = await addStaffAccount(services, { email, password })
    if (outcome === 'unconfirmed') {
      if (env.NODE_ENV === 'production') throw new CannotOpen(unconfirmedAdmin)
      log.warn({}, unconfirmedAdmin)
    }
  }
  if (env.SEED_DEMO && !(await userByEmail(db, demoMembers[0]!.email))) {
    await seedDemoMembers(db, await identity.hashPassword(demoPassword))
  }
}

const otherDataSecret =
  'DATA_SECRET is not the one that this database was written with, so people who left the list or were ' +
  'erased would not be recognised: set the earlier one again'

const unconfirmedAdmin =
  'ADMIN_EMAIL is registered as a customer account whose address was never confirmed, so anyone may ' +
  'have made it. Its owner confirms the address (Log in, Security) or recovers the password by ' +
  'email, then npm run staff:grant makes it staff; or name another ADMIN_EMAIL'
