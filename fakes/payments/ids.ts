import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pool = Buffer.alloc(8192)
let used = pool.length

/** `length` random alphanumeric characters. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    // 248 is the largest multiple of 62 in a byte: beyond it some characters would be more frequent.
    const byte = pool[used++]!
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

export const newId = (prefix: string, length = 24) => `${prefix}_${randomText(length)}`

export const newSessionId = () => `cs_test_${randomText(58)}`

export const newClientSecret = (id: string) => `${id}_secret_${randomText(25)}`
