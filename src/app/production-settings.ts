import { commonPasswords } from '#accounts/sign-in/common-passwords.rules.ts'

type Source = Readonly<Record<string, string | undefined>>

/** Settings whose default is for a demo; required in production. */
const required = [
  'MAIL_FROM',
  'MAIL_BUSINESS',
  'CONTACT_PHONE',
  'CONTACT_EMAIL',
  'HIDDEN_VIEW_ANSWER',
] as const

export const defaultPreviewAnswer = 'tupungato'

/** `GOOGLE_CLIENT_SECRET` of the fake Google server. */
const fakeGoogleSecret = 'google-fake-secret'

/** Names of URL settings; database and mail server have checks of their own. */
const isAddress = (name: string) =>
  /(_URL|_BASE)$|^PAYMENT_LINK_/.test(name) && name !== 'DATABASE_URL' && name !== 'SMTP_URL'

const isOn = (flag: string | undefined) => flag === 'true' || flag === '1'

/** The reasons not to start in production, one line each. */
export function productionErrors(source: Source): string[] {
  const errors = required.filter((name) => !source[name]).map((name) => `${name} is missing`)
  const refuse = (isWrong: boolean | undefined, line: string) => {
    if (isWrong) errors.push(line)
  }
  const secure = protocolOf(source['PUBLIC_URL']) === 'https:'

  refuse(isOn(source['SEED_DEMO']), 'SEED_DEMO makes demo accounts with a known password')
  refuse(isOn(source['DEVELOPER_TOOLS']), 'DEVELOPER_TOOLS must be off')
  refuse(
    isWeakPassword(source['ADMIN_PASSWORD']),
    'ADMIN_PASSWORD needs 12 characters or more and must not be a common password',
  )
  for (const name of ['AUTH_SECRET', 'DATA_SECRET']) {
    refuse(isWeakSecret(source[name]), `${name} can be guessed: use 32 random bytes`)
  }
  refuse(
    source['DATA_SECRET'] !== undefined && source['DATA_SECRET'] === source['AUTH_SECRET'],
    'DATA_SECRET must be another than AUTH_SECRET, which is changed when it leaks',
  )
  refuse(
    source['HIDDEN_VIEW_ANSWER']?.trim().toLowerCase() === defaultPreviewAnswer,
    'HIDDEN_VIEW_ANSWER is the default answer',
  )
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']) {
    refuse(/^[a-z]+_test_/i.test(source[name] ?? ''), `${name} is a test key`)
  }
  refuse(Boolean(source['STRIPE_API_BASE']), 'STRIPE_API_BASE is for a fake payment server only')
  refuse(Boolean(source['UPS_API_BASE']), 'UPS_API_BASE is for a fake carrier only')
  refuse(
    source['GOOGLE_CLIENT_SECRET'] === fakeGoogleSecret,
    'GOOGLE_CLIENT_SECRET is the fake Google server’s',
  )
  for (const [name, value] of Object.entries(source)) {
    if (!isAddress(name) || name === 'STRIPE_API_BASE' || name === 'UPS_API_BASE') continue
    const protocol = protocolOf(value)
    refuse(protocol !== null && protocol !== 'https:', `${name} must begin with https:`)
  }
  const origins = (source['ALLOWED_ORIGINS'] ?? '').split(',').filter(Boolean)
  refuse(
    origins.some((origin) => protocolOf(origin.trim()) !== 'https:'),
    'ALLOWED_ORIGINS must be addresses that begin with https:',
  )
  refuse(isPlainSmtp(source['SMTP_URL']), 'SMTP_URL must use TLS: leave out ?tls=off')
  refuse(
    secure && !source['TRUSTED_PROXIES'],
    'TRUSTED_PROXIES is missing: the addresses of the proxy that ends TLS, or none',
  )
  return errors
}

const protocolOf = (url: string | undefined): string | null =>
  URL.parse(url ?? '')?.protocol ?? null

const isWeakPassword = (password: string | undefined): boolean =>
  password !== undefined &&
  ([...password].length < 12 || commonPasswords.has(password.toLowerCase()))

/** Minimum Shannon entropy of a secret, in bits: one with less was typed by hand. */
const leastEntropy = 96

function isWeakSecret(secret: string | undefined): boolean {
  if (secret === undefined) return false
  const unit = repeatedUnit(secret)
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

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

function isPlainSmtp(url: string | undefined): boolean {
  const address = URL.parse(url ?? '')
  if (!address) return false
  const withoutTls = address.searchParams.get('tls') === 'off'
  return withoutTls && !loopback.test(address.hostname)
}
