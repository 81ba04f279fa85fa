import { expect, test } from 'vitest'
import { z } from 'zod'

import type { Site } from './context.ts'
import { cookies } from './cookies.rules.ts'
import { guestOf, jsonCookie } from './cookies.server.ts'

const http = { publicUrl: 'http://localhost:3000' } as Site
const https = { publicUrl: 'https://shop.example' } as Site
const cookie = jsonCookie('link', z.string().max(10))
const requestWith = (header: string) => new Request('http://x/', { headers: { cookie: header } })

test('a value comes back as it was written', () => {
  const written = cookie.write('a; b="é"', https)
  expect(written).toBe(
    '__Host-kohue.link=%22a%3B%20b%3D%5C%22%C3%A9%5C%22%22; Max-Age=1800; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect(cookie.read(requestWith(`other=1; ${written.split(';')[0]}`), https)).toBe('a; b="é"')
  expect(cookie.clear(http)).toBe('kohue.link=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
})

test('under HTTPS only the prefixed name is read, else only the plain one', () => {
  const token = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  expect(guestOf(requestWith(`__Host-kohue.guest=${token}`), https).token).toBe(token)
  expect(guestOf(requestWith(`kohue.guest=${token}`), http).token).toBe(token)
  expect(guestOf(requestWith(`kohue.guest=${token}`), https).setCookie).toContain('__Host-')
  expect(cookie.read(requestWith('kohue.link=%22a%22'), https)).toBeNull()
  expect(cookie.read(requestWith('__Host-kohue.link=%22a%22'), http)).toBeNull()
})

test.each(['%', '"', '%22too+long+by+far%22', '7', '', '%7B%7D'])('ignores %s', (value) => {
  expect(cookie.read(requestWith(`kohue.link=${value}`), http)).toBeNull()
})

test('each cookie lasts no longer than what it is for', () => {
  expect(Object.values(cookies).map(({ name, minutes }) => `${name}: ${minutes}`)).toEqual([
    'kohue.flash: 1',
    'kohue.link: 30',
    'kohue.entry: 60',
    'kohue.browser: 86400',
    'kohue.card: 30',
    'kohue.data: 30',
    'kohue.guest: 1440',
    'kohue.google: 10',
    'kohue.passkey: 5',
    'kohue.line: 720',
  ])
})
