import fastify from 'fastify'
import { expect, test } from 'vitest'

import { redirectToBrand } from './brand-redirect.ts'

const brand = 'https://kohue.example/brand'

const app = fastify()
app.addHook('onRequest', redirectToBrand(brand))
app.all('*', async () => 'the shop')

const answerTo = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ url, method })

test.each([
  '/',
  '/about',
  '/about/',
  '/ourwines?utm_source=letter',
  '/terms',
  '/ex-join',
  '/acquire',
  '/offering?notice=sold-out',
  '/offer1/ship-to?quantity=1',
  '/success_offering',
  '/stay',
  '/test',
])('%s leads to the brand', async (url) => {
  const answer = await answerTo(url)
  expect(answer.statusCode).toBe(302)
  expect(answer.headers).toMatchObject({ location: brand, 'cache-control': 'no-store' })
  expect((await answerTo(url, 'HEAD')).statusCode).toBe(302)
})

test.each([
  '/members?view=orders',
  '/mono',
  '/succes?session_id=cs_1',
  '/success_offering?session_id=cs_1',
  '/login',
  '/signin',
  '/reset-password',
  '/unsubscribe/abc',
  '/admin',
  '/api/test',
  '/healthz',
  '/pdf/terms.pdf',
])('%s stays', async (url) => {
  expect((await answerTo(url)).body).toBe('the shop')
})

test('what is sent is taken', async () => {
  expect((await answerTo('/ex-join', 'POST')).body).toBe('the shop')
})
