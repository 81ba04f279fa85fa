import { readFileSync } from 'node:fs'

import { expect } from 'vitest'

import { ask } from './callers.ts'
import { theShop } from './the-shop.ts'

/** Patterns that no log line may match: passwords, tokens, keys, full addresses, form values. */
const secrets = [
  ...[/altamira/, /not this one/, /[\w.+-]+@(example\.com|list\.example|evil\.example)/i],
  ...[/Valencia Street/, /4155550123/, /\b4242 ?4242/, /pi_\w+_secret_/],
  ...[/sk_test_\w/, /whsec_\w/, /ctoken_\w/, /kohue\.session/, /token=[\w-]{8}/i],
  ...[/\$scrypt|[0-9a-f]{32}:[0-9a-f]{64}/, /password["']?\s*[:=]\s*["'][^"']/i],
  /<script|onerror=/i,
  // The token of a link in a URL.
  /\/(enter|order|rejoin|invitation|your-data|unsubscribe)\/[\w.-]{20}/,
]

/**
 * Expects no secret in the log. First causes a failure and waits for its log line, so that all earlier
 * lines are written and an empty log does not pass.
 */
export async function expectQuietLog(): Promise<void> {
  const broken = await ask('/test', { form: { fail: 'now' } })
  const id = broken.headers.get('x-request-id')!
  const logFile = theShop().logFile
  await expect.poll(() => readFileSync(logFile, 'utf8')).toContain(`"reqId":"${id}"`)
  expectNoSecretsIn(logFile)
}

export function expectNoSecretsIn(logFile: string): void {
  const lines = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const leaking = lines.filter((line) => secrets.some((secret) => secret.test(line)))
  expect(leaking).toEqual([])
}
