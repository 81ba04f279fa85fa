import type { Write } from './held-commit.ts'
import { holdCommit } from './held-commit.ts'
import type { World } from './world.ts'

/**
 * Kills the shop (kill -9) while the flow's write waits at its commit, rolls the write back or commits it,
 * and starts the shop again. Returns the result of the flow.
 */
export async function killAtCommit<Result>(
  world: World,
  write: Write,
  how: 'undo' | 'commit',
  flow: () => Promise<Result>,
  whileDown: () => Promise<void> = async () => {},
): Promise<Result> {
  const held = await holdCommit(world.databaseUrl, write)
  const running = flow()
  try {
    // A flow that fails before the write fails the test at once, and with its own reason.
    await Promise.race([held.reached(), running.then(() => held.reached())])
  } finally {
    await world.shop.kill()
    await held.end(how)
    try {
      await whileDown()
    } finally {
      await world.shop.start()
    }
  }
  return await running
}
