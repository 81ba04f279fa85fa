import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { theShop } from './the-shop.ts'

/** The secret with which the abuse suite's server verifies the provider's events. */
export const webhookSecretOf = (): string => secretsOf().webhookSecret

/** The secret with which it signs cookies and links. */
export const authSecretOf = (): string => secretsOf().authSecret

type Secrets = { webhookSecret: string; authSecret: string }

function secretsOf(): Secrets {
  const file = join(dirname(theShop().logFile), 'secrets.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}
