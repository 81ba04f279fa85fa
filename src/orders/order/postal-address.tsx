import { stateName } from '#platform/text/us-states.rules.ts'

type Address = {
  name: string
  /** Who receives it in the buyer's place. */
  gift?: { name: string } | undefined
  address: string | null
  addressExtra: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

/** A name and an address, each on its lines; the name alone where there is no address. */
export const PostalAddress = ({ to }: { to: Address }) => (
  <>
    {to.gift?.name ?? to.name}
    {to.address && (
      <>
        <br />
        {to.address}
        {to.addressExtra && `, ${to.addressExtra}`}
        <br />
        {to.city}, {stateName(to.state ?? '')} {to.zipCode}
      </>
    )}
  </>
)
