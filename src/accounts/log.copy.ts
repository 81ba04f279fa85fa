import { levelInWords } from './account/membership.rules.ts'
import type { LogContribution } from '#platform/audit/audit.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'login-links-turned': [
    'Signing in by email turned on or off',
    'changed whether customers can use',
    '',
  ],
  'passkey-added': ['Passkey added', 'added a passkey to', ''],
  'passkey-removed': ['Passkey removed', 'removed a passkey of', ''],
  'second-factor-added': ['Second factor set up', 'set up the second factor of', ''],
  'second-factor-removed': ['Second factor removed', 'removed the second factor of', ''],
} as const

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
}

export const accountsLog: LogContribution = {
  actions,
  values: { membershipLevel: levelInWords },
}
