// Every call the tests make to the payment stand-in is written down and held against the
// declarations of the provider's own package, so that the shop and the stand-in cannot agree on
// something the real provider would refuse.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { node24, root } from './prepare.mjs'

export function recordTraffic() {
  const folder = mkdtempSync(join(tmpdir(), 'kohue-traffic-'))
  const file = join(folder, 'calls.ndjson')
  return {
    file,
    /** 0 when everything that was recorded fits. */
    check() {
      try {
        if (!existsSync(file)) return 0
        const script = join(root, 'stand-ins', 'conformance', 'check-recording.ts')
        return spawnSync(node24, [script, file], { cwd: root, stdio: 'inherit' }).status ?? 1
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
