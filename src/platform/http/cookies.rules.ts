/** Cookies that only the server reads, with their lifetime in minutes. */
export const cookies = {
  /** A message for the next page. */
  flash: { name: 'kohue.flash', minutes: 1 },
  /** The token of an email's link. */
  link: { name: 'kohue.link', minutes: 30 },
  /** A hash of the token of an entry link. */
  entry: { name: 'kohue.entry', minutes: 60 },
  /** Identifies the browser that an entry link is bound to. */
  browser: { name: 'kohue.browser', minutes: 60 * 24 * 60 },
  /** The card panel was asked for by someone who was not logged in: after logging in they come back to it. */
  card: { name: 'kohue.card', minutes: 30 },
  /** Lets a subscriber without an account see their data. */
  data: { name: 'kohue.data', minutes: 30 },
  /** Identifies a guest's browser, so that a double click or a second tab is the same purchase. */
  guest: { name: 'kohue.guest', minutes: 24 * 60 },
  /** OAuth state between our login page and Google's response. */
  google: { name: 'kohue.google', minutes: 10 },
  /** The signed challenge that a passkey has to answer. */
  passkey: { name: 'kohue.passkey', minutes: 5 },
  /** The place in the waiting line, or that one was let in. */
  line: { name: 'kohue.line', minutes: 12 * 60 },
} as const satisfies Record<string, { name: string; minutes: number }>

export type CookieKind = keyof typeof cookies

/** Written by the identity library, with the lifetime of the login session. */
export const sessionCookie = 'kohue.session'

type Address = { publicUrl: string }

export const isHttps = ({ publicUrl }: Address): boolean => publicUrl.startsWith('https:')

/** The name of a cookie: under HTTPS with the prefix `__Host-`, which no other host can set. */
export const cookieName = (name: string, site: Address): string =>
  isHttps(site) ? `__Host-${name}` : name

/** A cookie for the serialiser; an empty value deletes it. */
export const cookieOf = (kind: CookieKind, value: string, site: Address) => ({
  name: cookieName(cookies[kind].name, site),
  value,
  maxAge: value === '' ? 0 : cookies[kind].minutes * 60,
  ...cookieAttributes(site),
})

/** The attributes of every cookie. */
export const cookieAttributes = (site: Address) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(site) }) as const
