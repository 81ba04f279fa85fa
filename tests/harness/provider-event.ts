import { createHmac, randomUUID } from 'node:crypto'

/** An event in the provider's format. */
export const eventText = (type: string, objectId: string): string =>
  JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1_000),
    data: { object: { id: objectId, object: 'checkout.session' } },
  })

/** The header `stripe-signature` for a body, as of a second. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
