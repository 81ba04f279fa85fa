import type { Address } from '#platform/address/address.rules.ts'
import { addressInTwoLines } from '#platform/address/address.rules.ts'
import { Lines } from '#platform/address/lines.tsx'

/** `gift` is who receives it in the buyer's place. */
type ShipTo = Address & { name: string; gift?: { name: string } | undefined }

/** A name and an address, each on its lines; the name alone where there is no address. */
export const ShipToAddress = ({ to }: { to: ShipTo }) => (
  <Lines of={[to.gift?.name ?? to.name, ...(to.address ? addressInTwoLines(to) : [])]} />
)
