import type { ComponentType } from 'react'
import { Form, Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { documentName } from './pickup.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'

import type { pickupList } from './pickup-list.store.server.ts'
import styles from './pickups.module.css'

type Pickup = ListRow<typeof pickupList>
type Props = { pickups: readonly Pickup[]; today: string }

/** Who comes today, later, and who has no time yet; the groups that a page of the list has. */
export function Appointments({ pickups, today }: Props) {
  const { isoDay } = useDates()
  const agreed = pickups.filter(({ state }) => state === 'agreed')
  const isDue = ({ from }: Pickup) => from !== null && isoDay(from) <= today
  const of = (state: Pickup['state']) => pickups.filter((pickup) => pickup.state === state)
  const groups = [
    { name: 'today', title: 'Today and overdue', shown: agreed.filter(isDue), Below: Collect },
    { name: 'missed', title: 'Missed twice', shown: of('missed'), Below: Propose },
    { name: 'later', title: 'Later', shown: agreed.filter((pickup) => !isDue(pickup)) },
    { name: 'waiting', title: 'Waiting for a time', shown: of('ready') },
  ] as const
  return groups.map(
    ({ name, title, shown, ...group }) =>
      shown.length > 0 && (
        <Block key={name} id={`pickups-${name}`} title={title}>
          <Pickups pickups={shown} {...group} />
        </Block>
      ),
  )
}

type ListProps = {
  pickups: readonly Pickup[]
  /** The form below each. */
  Below?: ComponentType<Pickup>
}

function Pickups({ pickups, Below }: ListProps) {
  return (
    <ul className={stack(3)}>
      {pickups.map((pickup) => (
        <li key={pickup.id} className={styles.pickup}>
          <h3 className={letters.strong}>
            {pickup.from && (
              <>
                <ShopMoment at={pickup.from} />
                {', '}
              </>
            )}
            {pickup.name}
          </h3>
          <p>
            <Link to={paths.shipment(pickup.number)}>{ordersCopy.number(pickup.orderNumber)}</Link>
            {' · '}
            {shipmentNumber(pickup.number)}
            {pickup.place && ` · ${pickup.place}`}
            {pickup.phone && ` · ${pickup.phone}`}
          </p>
          <p>{pickup.wines}</p>
          {Below && <Below {...pickup} />}
        </li>
      ))}
    </ul>
  )
}

/** The tick of staff: without it nothing can be collected. */
function Collect({ number }: Pickup) {
  const name = shipmentNumber(number)
  return (
    <Form method="post" className={styles.collect}>
      <input type="hidden" name="number" value={number} />
      <Checkbox name="checked" value="yes" label="ID shown, 21 or older, name matches" required />
      <SelectField
        name="document"
        label="Document shown"
        hint="Only its kind is kept, never its number."
        required
        options={[
          { value: '', label: 'Choose …' },
          ...Object.entries(documentName).map(([value, label]) => ({ value, label })),
        ]}
      />
      <div className={cluster(2)}>
        <Button name="intent" value="collected" aria-label={`Collected: ${name}`}>
          Collected
        </Button>
        <Button
          kind="secondary"
          name="intent"
          value="missed"
          formNoValidate
          aria-label={`Nobody came: ${name}`}
        >
          Nobody came
        </Button>
      </div>
    </Form>
  )
}

const Propose = ({ number }: Pickup) => (
  <ButtonForm
    kind="secondary"
    fields={{ number }}
    intent="propose"
    aria-label={`Propose two times by email: ${shipmentNumber(number)}`}
  >
    Propose two times by email
  </ButtonForm>
)
