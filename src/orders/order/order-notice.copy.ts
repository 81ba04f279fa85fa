import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'

/** The words of the email to the business about an order, in Spanish (specification, section 7). */
export const shippingInSpanish = {
  overnight: 'Entrega al día siguiente',
  ground: 'Envío terrestre',
  pickup: 'Retiro en el local',
} as const satisfies Record<ShippingMethod, string>

/** `2022 Malbec, 3 bottles of 750ml` → `2022 Malbec, 3 botellas de 750 ml` */
export const lineInSpanish = (description: string): string =>
  description
    .replace(/\b(\d+) bottles? (?:of )?\(?(\d+) ?ml\)?/i, (_match, count: string, size: string) =>
      count === '1' ? `1 botella de ${size} ml` : `${count} botellas de ${size} ml`,
    )
    .replace(/\b(\d+)-pack of (\d+) ?ml/i, 'caja de $1 botellas de $2 ml')
