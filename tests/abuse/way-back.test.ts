import { expect, test } from 'vitest'

import { aMember, ask } from '#tests/harness/callers.ts'
import { emailWithLinkTo } from '#tests/harness/inbox.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

/** Asks for the link on the page of Security that `to` leads from, opens it and presses Confirm. */
async function confirmed(to: string) {
  const member = await aMember()
  const page = await (
    await ask(`/account/security?to=${encodeURIComponent(to)}`, { caller: member })
  ).text()
  const asked = /<input type="hidden" name="to" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const sent = await ask('/account/security', {
    caller: member,
    form: { intent: 'confirm-email', to: asked.replaceAll('&amp;', '&') },
  })
  expect(sent.status).toBe(303)
  const link = new URL(await emailWithLinkTo(member.email, '/confirm-email'))
  const opened = await ask(link.pathname + link.search, { caller: member })
  const secret = opened.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  const caller = { cookie: [member.cookie, ...secret].join('; ') }
  const here = opened.headers.get('location')!
  expect((await ask(here, { caller })).status).toBe(200)
  return { pressed: await ask(here, { caller, form: {} }), caller }
}

test.each(['/ship', '/members/requests', '/members?view=orders'])(
  'after Confirm one is back on %s, which says that the address is confirmed',
  async (to) => {
    const { pressed, caller } = await confirmed(to)
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, to])
    const said = pressed.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
    const back = await ask(to, { caller: { cookie: [caller.cookie, ...said].join('; ') } })
    expect(await back.text()).toContain('Your email is confirmed.')
  },
)

test.each(['https://evil.example/members', '//evil.example', '/\\evil.example', 'javascript:1'])(
  'to=%s leads nowhere',
  async (to) => {
    const { pressed } = await confirmed(to)
    expect(pressed.status).toBe(200)
    expect(await pressed.text()).toContain('Your email is confirmed.')
  },
)

test('nothing of all this is in the log', expectQuietLog)
