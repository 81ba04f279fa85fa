import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { expectConsistent } from './expect-consistent.ts'
import type { Write } from './held-commit.ts'
import { killAtCommit } from './kill-at-commit.ts'
import { World } from './world.ts'

export type Prepared = {
  /** Sends the form as it was shown; called several times. */
  send(): Promise<unknown>
  /** Reads from the database what the form wrote. */
  left(): Promise<unknown>
}

/** A form, the write at whose commit the shop is killed, and what has to be written exactly once. */
export type Case = { name: string; write: Write; prepare(): Promise<Prepared>; once: object }

/** A shop with `count` staff users, who have every duty; `staff` are their cookies. */
export async function openWithStaff(count = 1): Promise<{ world: World; staff: string[] }> {
  const world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  const staff = await world.members(count)
  await world.queryDatabase(`update users set role = 'staff'`)
  return { world, staff }
}

/** Posts forms as a staff user, and reads rows; `opened` is called each time, as the shop opens later. */
export function formsOf(opened: () => { world: World; staff: string }) {
  /** Null when the connection broke. */
  const post = (path: string, form: Record<string, string> | string[][] | FormData) => {
    const { world, staff } = opened()
    return fetch(`${world.shop.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: staff, origin: world.shop.url },
      body: form instanceof FormData ? form : new URLSearchParams(form),
    }).catch(() => null)
  }

  /** Posts a form that has to be accepted. */
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
      // Repeated after the broken connection, and once more by mistake.
      await send()
      await send()
      await pause(200)
      expect(await left()).toMatchObject(once)
      await expectConsistent(world())
    })
  })
}
