import type { Write } from './held-commit.ts'
import { holdCommit } from './held-commit.ts'
import type { World } from './world.ts'

/**
 * Kills the shop (kill -9) while the flow's write waits at its commit, has the database roll it back
 * or commit it, and starts the shop again. Gives what the flow came to.
 */
export async function killAtCommit<Result>(
  world: World,
  write: Write,
  how: 'undo' | 'commit',
  flow: () => Promise<Result>,
  whileDown: () => Promise<void> = async () => {},
): Promise<Result> {
  const held = await holdCommit(world.databaseUrl, write)
  const going = flow()
  try {
    // A flow that fails before the write fails the test at once, and with its own reason.
    await Promise.race([held.reached(), going.then(() => held.reached())])
  } finally {
    await world.shop.kill()
    await held.end(how)
    try {
      await whileDown()
    } finally {
      await world.shop.start()
    }
  }
  return await going
}
