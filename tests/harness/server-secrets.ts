import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { inject } from 'vitest'

/** What the house of the abuse suite signs the provider's events with. */
export function webhookSecretOf(): string {
  const file = join(dirname(inject('logFile')), 'secrets.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { webhookSecret: string }).webhookSecret
}
