/** The fields about one recipient in a delivery status notification (RFC 3464). */
type DeliveryReport = {
  /** Lower case. */
  recipient: string
  /** `failed` for good, or `delayed`, `delivered`, `relayed`, `expanded`. */
  action: string
  /** Enhanced status, as `5.1.1`. */
  status: string
}

type BounceMessage = {
  /** Message-ID of the returned email, without angle brackets. */
  messageId: string
  reports: DeliveryReport[]
}

/** Field lines with their continuations joined, until an empty line. */
const unfolded = (text: string) => text.replaceAll(/\r?\n[ \t]+/g, ' ')

const fieldIn = (text: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''

/** The address of `rfc822; ana@example.com`. */
const addressIn = (field: string): string =>
  field
    .replace(/^[^;]*;/, '')
    .trim()
    .replaceAll(/^<|>$/g, '')
    .toLowerCase()

/**
 * Reads a delivery status notification: its per-recipient fields, and the Message-ID of the email that
 * it returns. Null for any other message. No part of it is decoded.
 */
export function readBounce(message: string): BounceMessage | null {
  // RFC 5322 allows no NUL, and PostgreSQL stores none.
  if (message.includes('\0')) return null
  const [, boundary] =
    /^content-type:\s*multipart\/report\b[^]*?boundary="?([^"\s;]+)"?/im.exec(
      unfolded(message.slice(0, 20_000)),
    ) ?? []
  if (!boundary) return null
  const parts = message.split(`--${boundary}`).slice(1)
  const ofType = (type: RegExp) => parts.find((part) => type.test(unfolded(part.slice(0, 2_000))))
  const status = ofType(/^content-type:\s*message\/delivery-status/im)
  const original = ofType(/^content-type:\s*(message\/rfc822|text\/rfc822-headers)/im)
  if (!status || !original) return null
  const body = unfolded(original.slice(original.search(/\r?\n\r?\n/)))
  const messageId = fieldIn(body, 'message-id').replaceAll(/[<>]/g, '')
  const reports = unfolded(status)
    .split(/\r?\n\s*\r?\n/)
    .filter((group) => /^final-recipient:/im.test(group))
    .map((group) => ({
      recipient: addressIn(fieldIn(group, 'final-recipient')),
      action: fieldIn(group, 'action').toLowerCase(),
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(fieldIn(group, 'status'))?.[0] ?? '',
    }))
  return messageId && reports.length > 0 ? { messageId, reports } : null
}
