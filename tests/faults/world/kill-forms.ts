import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { expectConsistent } from './expect-consistent.ts'
import type { Write } from './held-commit.ts'
import { killAtCommit } from './kill-at-commit.ts'
import { World } from './world.ts'

export type Prepared = {
  /** Sends the form as it was shown; also a second and a third time. */
  send(): Promise<unknown>
  /** What the database has of it. */
  left(): Promise<unknown>
}

/** A form, the write at whose commit the shop is killed, and what there is afterwards exactly once. */
export type Case = { name: string; write: Write; prepare(): Promise<Prepared>; once: object }

/** A shop with so many staff users, as their cookies. Each of them has every duty. */
export async function openWithStaff(count = 1): Promise<{ world: World; staff: string[] }> {
  const world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  const staff = await world.members(count)
  await world.queryDatabase(`update users set role = 'staff'`)
  return { world, staff }
}

/** Forms of a staff user, and rows of the database; the shop is asked for as it is at the time. */
export function formsOf(opened: () => { world: World; staff: string }) {
  /** A form of staff's; null where the connection broke. */
  const post = (path: string, form: Record<string, string> | string[][] | FormData) => {
    const { world, staff } = opened()
    return fetch(`${world.shop.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: staff, origin: world.shop.url },
      body: form instanceof FormData ? form : new URLSearchParams(form),
    }).catch(() => null)
  }

  /** A form that has to be taken at once. */
  async function sent(path: string, form: Record<string, string>): Promise<void> {
    expect((await post(path, form))?.status).toBe(303)
  }

  const one = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await opened().world.queryDatabase<Row>(text, values))[0]!

  return { post, sent, one }
}

/** Kills the shop at each form's write, rolled back and committed, and sends the form twice more. */
export function killAtEach(world: () => World, cases: readonly Case[]): void {
  describe.each(cases)('kill -9 as $name', ({ write, prepare, once }) => {
    test.each(['undo', 'commit'] as const)('and the database is to %s', async (how) => {
      const { send, left } = await prepare()
      await killAtCommit(world(), write, how, send)
      // As someone does who saw the connection break: the same form again, and by mistake once more.
      await send()
      await send()
      await pause(200)
      expect(await left()).toMatchObject(once)
      await expectConsistent(world())
    })
  })
}
