/** 256 random bits; or a UUID, which cookies of version 0.1 hold for a day. */
const token = /^(?:[\w-]{43}|[0-9a-f-]{36})$/

/** The value of a guest's cookie if it is a token, or null. It carries no personal data. */
export const guestTokenOf = (value: string | undefined): string | null =>
  value !== undefined && token.test(value) ? value : null
