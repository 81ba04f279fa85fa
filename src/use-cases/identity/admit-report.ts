import { admit, sourceKey } from './identity-gate.ts'
import type { Parts } from '#use-cases/parts.ts'

/**
 * Whether one more report of what only a browser saw is taken from this source, so that nobody can
 * fill the log.
 */
export const admitReport = (parts: Parts, headers: Headers): Promise<boolean> =>
  admit(parts, [['report-source', sourceKey('report-source', headers)]])
