/**
 * Identifies the browser of a guest, so that a double click or a second tab is the same purchase.
 * Carries no personal data.
 */
export const guestCookie = { name: 'kohue.guest', minutes: 24 * 60 } as const

const token = /^[0-9a-f-]{36}$/

export const isGuestToken = (text: string): boolean => token.test(text)

/** The guest's token in a Cookie header, or null. */
export function guestTokenIn(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    if (name !== guestCookie.name && name !== `__Host-${guestCookie.name}`) continue
    if (isGuestToken(value)) return value
  }
  return null
}
