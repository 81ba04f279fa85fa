import { shipmentsBegin } from '#platform/text/shipments-begin.copy.ts'

/** The shipping policy, whole (specification, section 9). The states come from `ship-to.rules.ts`. */
export const shippingPolicy = {
  title: 'Shipping Policy',
  sections: [
    {
      heading: 'Who can receive it',
      text: 'The buyer must be 21 or older, and an adult 21 or older has to sign for the delivery. We prefer business addresses, where someone is there to sign during the day.',
    },
    {
      heading: 'Where it goes',
      text: 'A third-party shipper carries our wines to these states:',
      listsStates: true,
    },
    {
      heading: 'Sales tax',
      text: 'California sales tax is charged regardless of where you live. If it is not computed at checkout, we bill it separately.',
    },
    {
      heading: 'When it leaves',
      text: `${shipmentsBegin(null)} If you need yours sooner, contact us and we will do our best.`,
    },
    {
      heading: 'Local pickup',
      text: 'You can pick up your wines yourself. Contact us and we will arrange the place and time.',
    },
  ],
  contact: 'Questions about a delivery:',
} as const satisfies ShippingPolicy

type ShippingPolicy = {
  title: string
  sections: readonly { heading: string; text: string; listsStates?: true }[]
  contact: string
}
