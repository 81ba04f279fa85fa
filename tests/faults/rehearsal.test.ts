import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { installFromDebian } from '#launch/debian.ts'
import { node24, root } from '#launch/prepare.mjs'

const failure = installFromDebian('nginx-light', 'pgbouncer', 'postgresql')

// Where a step stands still it ends by itself, and names the step, before this test would.
const patience = 600_000

test.skipIf(failure !== null)(
  'the production setup on one machine sells a case',
  { timeout: patience },
  async () => {
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe']
    const child = spawn(node24, [join(root, 'launch', 'rehearse.ts')], { cwd: root, stdio })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(said).toMatch(
      /^Rehearsed: order K-1001 of \$517\.63 was paid at the fake payment provider, written once and confirmed by email, by two processes behind nginx, PgBouncer and PostgreSQL \d+\.\d+\. Nothing was sold\.$/m,
    )
    expect(code).toBe(0)
  },
)
