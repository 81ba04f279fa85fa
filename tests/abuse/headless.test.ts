import { expect, test } from 'vitest'

import { aMember, aStaffMember, ask } from '#tests/harness/callers.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

const headless = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0' }

const forms: [path: string, form: Record<string, string>, by: 'visitor' | 'member' | 'staff'][] = [
  ['/ex-join', { fullname: 'Ana Ruiz', email: 'ana@list.example' }, 'visitor'],
  ['/signin', { email: 'ana@list.example', password: 'altamira' }, 'visitor'],
  ['/login', { email: 'ana@list.example', intent: 'recover' }, 'visitor'],
  ['/login', { email: 'ana@list.example', intent: 'mail-link' }, 'visitor'],
  ['/enter', { intent: 'fresh' }, 'visitor'],
  ['/your-data/unknown', {}, 'visitor'],
  ['/account/security', { intent: 'confirm-email' }, 'member'],
  ['/account/security', { intent: 'change-email', email: 'b@list.example' }, 'staff'],
  ['/members/interest', { productId: 'malbec-2022' }, 'member'],
  ['/members/requests', { intent: 'ask', text: 'A pickup on a Sunday' }, 'member'],
  ['/members/orders/1001/change/address', { number: '1001' }, 'member'],
  ['/members/orders/1001/change/day', { number: '1001' }, 'staff'],
  ['/members/orders/1001/change/gift', { intent: 'give' }, 'member'],
  ['/members/orders/1001/change/hold', {}, 'member'],
  ['/members/orders/1001/change/fewer', {}, 'member'],
  ['/members/orders/1001/change/method', {}, 'member'],
  ['/members/orders/1001/change/cancel', {}, 'member'],
]

test.each(forms)('%s with %j says to a headless browser why it is refused', async (...sent) => {
  const [path, form, by] = sent
  const caller = by === 'visitor' ? null : by === 'member' ? await aMember() : await aStaffMember()
  const refused = await ask(path, { caller, form: { sent: 'yes', ...form }, headers: headless })
  expect(refused.status).toBe(451)
  const html = await refused.text()
  expect(html).toContain('<h1')
  expect(html).toContain('Unavailable For Headless Browser')
  expect(html).toContain('Please open this page in a browser window and send the form from there.')
  expect(html).not.toContain('Something failed on our side')
})

test('the interface says it in the words of the specification', async () => {
  const refused = await ask('/api/identity/send-out-of-band-code', {
    json: { requestType: 'PASSWORD_RESET', email: 'ana@list.example' },
    headers: headless,
  })
  expect(refused.status).toBe(451)
  expect(await refused.text()).toContain('Unavailable For Headless Browser')
})

test('nothing of all this is in the log', expectQuietLog)
