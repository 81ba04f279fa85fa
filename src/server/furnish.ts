import { userByEmail } from '#data/people.ts'
import { seedCatalogue } from '#data/seed/catalogue.ts'
import { demoMembers, demoPassword, seedDemoMembers } from '#data/seed/demo-members.ts'

import type { Env } from './env.ts'
import type { House } from './wire.ts'

/** What a house needs before it opens: its wines, its first staff account, and a demo's members. */
export async function furnish({ parts, shop }: House, env: Env): Promise<void> {
  const { db, identity, settings } = parts
  await seedCatalogue(db, settings.bottlePrice)
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD && !(await userByEmail(db, env.ADMIN_EMAIL))) {
    await shop.addStaffAccount({ email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  }
  if (env.SEED_DEMO && !(await userByEmail(db, demoMembers[0]!.email))) {
    await seedDemoMembers(db, await identity.hashPassword(demoPassword))
  }
}
