import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** What a browser keeps while it waits or is in: signed, and stored nowhere else. */
export type Pass = {
  kind: 'ticket' | 'admission'
  /** The line's number. */
  line: number
  /** The ticket's number; 0 of those who were in before. */
  ticket: number
  /** The browser: a hash of its login session, or of what a visitor's browser says of itself. */
  browser: string
  /** Milliseconds by the database's clock: when it was issued, and when it ends at the latest. */
  at: number
  end: number
  /** The last request that renewed it. */
  seen: number
  /** Cases that are kept for the account, and until when. */
  kept: number
  keptUntil: number
  wish: Wish
}

/** Whether an email is to say when the line has closed: `may` where the account has a confirmed address. */
export type Wish = (typeof wishes)[number]
const wishes = ['no', 'may', 'asked'] as const

export type Passes = { write(pass: Pass): string; read(text: string): Pass | null }

const longest = 300

/** HMAC-SHA-256, shortened to 128 bits; the purpose is part of what is signed. */
export function passes(secret: string): Passes {
  const key = createSecretKey(secret, 'utf8')
  const sign = (text: string) =>
    createHmac('sha256', key).update(`waiting-room:${text}`).digest().subarray(0, 16)
  return {
    write({ kind, line, ticket, browser, at, end, seen, kept, keptUntil, wish }) {
      const figures = [line, ticket, at, end, seen, kept, keptUntil, wishes.indexOf(wish)].map(
        (n) => n.toString(36),
      )
      const text = [kind === 'ticket' ? 't' : 'a', browser, ...figures].join('.')
      return `${text}.${sign(text).toString('base64url')}`
    },
    read(text) {
      if (text.length > longest) return null
      const cut = text.lastIndexOf('.')
      const signed = text.slice(0, Math.max(0, cut))
      const given = Buffer.from(text.slice(cut + 1))
      const right = Buffer.from(sign(signed).toString('base64url'))
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const [kind, browser, ...figures] = signed.split('.')
      const [line, ticket, at, end, seen, kept, keptUntil, wish] = figures.map((n) =>
        parseInt(n, 36),
      )
      return {
        kind: kind === 't' ? 'ticket' : 'admission',
        line: line!,
        ticket: ticket!,
        browser: browser!,
        at: at!,
        end: end!,
        seen: seen!,
        kept: kept!,
        keptUntil: keptUntil!,
        wish: wishes[wish!] ?? 'no',
      }
    },
  }
}

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
