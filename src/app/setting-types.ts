import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'

import { z } from 'zod'

import { commonPasswords } from '#accounts/sign-in/common-passwords.rules.ts'

/** The kinds of settings. What is wrong is a sentence that begins with the setting's name. */

export const yesNo = z
  .enum(['true', 'false', '1', '0'], 'is neither true nor false')
  .transform((word) => word === 'true' || word === '1')
export const flag = yesNo.default(false)

/** A whole number; the limits are included. */
export const whole = (from: number, to = 1_000_000) => {
  const wrong = `is not a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d+$/, wrong)
    .transform(Number)
    .refine((count) => count >= from && count <= to, wrong)
}

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words as [Word, ...Word[]], `is none of ${words.join(', ')}`)

/** Text about which nothing is found wrong. */
export const checked = (wrongWith: (value: string) => string | false | undefined) =>
  z.string().superRefine((value, { addIssue }) => {
    const wrong = wrongWith(value)
    if (wrong) addIssue(wrong)
  })

/** What stands between commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** Text of so many characters; nothing more is said of a shorter one. */
export const atLeast = (length: number) =>
  z.string().min(length, { error: `needs ${length} characters or more`, abort: true })

/** Text that matches, or this is said. */
export const like = (pattern: RegExp, wrong: string) =>
  checked((value) => !pattern.test(value) && wrong)

export const email = z.email('is not an email address such as shop@kohue.example')

/** An address of one of these protocols, such as the example. */
export const address = (example: string, protocols = /^https?:$/) =>
  checked((value) => !protocols.test(protocolOf(value)) && `is not an address such as ${example}`)

/** What stands around or in a value by mistake: quotes that no shell took away, the … of an example. */
export const copied = (value: string): string | false =>
  (/^(["'`]).*\1$/s.test(value) && 'has quotes around it: leave them out') ||
  (/^\S*(…|YOUR-HOST|YOUR-SHOP)\S*$/.test(value) &&
    `has the ${/…|YOUR-\w+/.exec(value)} of an example: write there what it stands for`)

const databaseExample = 'postgres://user:password@host/name'
/** What stands for itself in a password cuts an address in two. */
const notReadable = (example: string) =>
  `can’t be read as ${example}: in a password / is written %2F, # %23, ? %3F, % %25`

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

export const database = checked((value) => {
  if (!/^postgres(?:ql)?:\/\//.test(value)) return `is not an address such as ${databaseExample}`
  const url = URL.parse(value)
  if (!url || hasBarePercent(value)) return notReadable(databaseExample)
  const sslMode = url.searchParams.get('sslmode')
  // The driver takes another word for none, and connects in the clear.
  if (sslMode !== null && !sslModes.includes(sslMode))
    return `takes ?sslmode=${sslModes.join(', ')}`
  return !/^\/[^/]+$/.test(url.pathname) && `names no database: it ends as ${databaseExample}`
})

const hasBarePercent = (value: string) => /%(?![0-9a-f]{2})/i.test(value)

const smtpExample = 'smtps://user:password@host'

/** The port that belongs to the other one of smtp: and smtps:. */
const otherPort: Readonly<Record<string, string>> = { 'smtp:': '465', 'smtps:': '587' }

/** A mail server; user and password are parts of an address. */
export const smtp = checked((value) => {
  const url = URL.parse(value)
  if (!url && /^smtps?:/.test(value)) return notReadable(smtpExample)
  if (!url || !/^smtps?:$/.test(url.protocol)) return `is not an address such as ${smtpExample}`
  if (url.hostname === '') return `names no host: ${smtpExample}`
  if (hasBarePercent(value)) return 'has a % that stands for itself: write it as %25'
  if (url.port === otherPort[url.protocol]) {
    return 'has the port of the other protocol: it is smtps://…:465 or smtp://…:587'
  }
  const options = [...url.searchParams].map((pair) => pair.join('='))
  return options.some((one) => one !== 'tls=off') && 'takes ?tls=off and nothing else'
})

/** An address to listen on, without a port. */
export const hostName = checked(
  (value) =>
    !isIP(value) && !/^[\w.-]+$/.test(value) && 'is not an address such as 127.0.0.1 or 0.0.0.0',
)

export const domain = like(/^([a-z0-9-]+\.)+[a-z]{2,}$/i, 'is not a domain such as kohue.example')

export const protocolOf = (url: string): string => URL.parse(url)?.protocol ?? ''

/** Where the shop is: a path, a query or a name in it would be left out of every link. */
export const origin = checked((value) => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'is not an address such as https://kohue.example'
  const isMore = url.pathname !== '/' || url.search || url.hash || url.username
  return isMore && `has more than a host: ${url.origin} is the shop’s address`
}).transform((url) => new URL(url).origin)

/** A private key in PEM; a setting is one line, in which its line breaks are written as \n. */
export const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .superRefine((pem, { addIssue }) => {
    try {
      // Another kind is signed with in silence, and no receiver can verify it.
      if (createPrivateKey(pem).asymmetricKeyType !== 'rsa') {
        addIssue('is not an RSA key: openssl genrsa 2048 makes one')
      }
    } catch {
      addIssue('is not a private key in PEM, with \\n for each line break')
    }
  })

/** Names of ranges that the HTTP server knows. */
const ranges = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** A wider range is nearly everybody; fc00::/7 are the private addresses of IPv6. */
const widest = { 4: 8, 6: 7 } as const

/** Addresses of proxies whose X-Forwarded-For is believed, with commas between; or `none`. */
export const proxies = checked((value) => {
  if (value === 'none') return
  for (const one of value.split(',').map((word) => word.trim())) {
    if (ranges.has(one)) continue
    const [host = '', bits, ...more] = one.split('/')
    const family = isIP(host) as 0 | 4 | 6
    if (family === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
      return 'is not a list of addresses such as 10.0.0.0/8, 192.0.2.7, or none'
    }
    const most = family === 4 ? 32 : 128
    if (bits === undefined) continue
    if (Number(bits) > most)
      return 'is not a list of addresses such as 10.0.0.0/8, 192.0.2.7, or none'
    if (Number(bits) < widest[family]) return `trusts nearly everybody with ${one}`
  }
  return
})

/** Whether staff could lose their account to somebody who tries the usual passwords. */
export function isWeakPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const isUsual = commonPasswords.has(lower) || commonPasswords.has(word)
  const isShort = [...password].length < 12 || withoutUsual(lower).replace(/[ _.-]/g, '').length < 6
  return isShort || isUsual || isSequence(lower) || repeatedUnit(lower).length < 6
}

/** What is left of it beside common passwords and the shop's name and terms. */
function withoutUsual(password: string): string {
  let left = password
  const usual = ['winery', ...commonPasswords].filter((word) => word.length >= 5)
  for (const word of usual.toSorted((one, other) => other.length - one.length)) {
    left = left.replaceAll(word, '')
  }
  return left
}

/** Whether most characters follow the one before, as in 123456 or abcdef. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.charCodeAt(0))
  const steps = codes.slice(1).filter((code, at) => Math.abs(code - codes[at]!) <= 1)
  return steps.length > codes.length / 2
}

/** Words of letters with something between them, as no generator writes. */
const words = /^[a-z]+(?:[ _.-]+[a-z]+)+[ _.-]*\d*$/i

/** Whether a secret was typed by hand: its Shannon entropy in bits is less than that. */
export function isGuessable(secret: string, leastEntropy = 96): boolean {
  const unit = repeatedUnit(secret)
  if (words.test(secret) || isSequence(secret)) return true
  return entropyPerCharacter(unit) * unit.length < leastEntropy
}

/** The shortest text of which `text` is a repetition: `abc` for `abcabcab`. */
function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size++) {
    const unit = text.slice(0, size)
    if (unit.repeat(Math.ceil(text.length / size)).startsWith(text)) return unit
  }
  return text
}

function entropyPerCharacter(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()]
    .map((count) => count / text.length)
    .reduce((sum, share) => sum - share * Math.log2(share), 0)
}
