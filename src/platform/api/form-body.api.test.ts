import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'

import { readForm } from './form-body.api.ts'

const read = async (type: string, body: object) => {
  const request = { headers: { 'content-type': type }, body } as unknown as FastifyRequest
  await readForm(['cases'])(request)
  return request.body
}

test('a plain form has numbers where a call takes them, and no empty fields', async () => {
  const body = { cases: '3', zipCode: '01234', note: '', other: '0' }
  const form = 'application/x-www-form-urlencoded; charset=utf-8'
  expect(await read(form, body)).toEqual({ cases: 3, zipCode: '01234', other: '0' })
  expect(await read(form, { cases: 'many' })).toEqual({ cases: 'many' })
  expect(await read('application/json', body)).toBe(body)
})
