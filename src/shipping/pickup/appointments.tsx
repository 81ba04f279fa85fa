import type { ComponentType } from 'react'
import { Form, Link } from 'react-router'

import { ButtonForm } from '#platform/form/button-form.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { phoneText } from '#platform/text/phone.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, divided, letters, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'

import { shipmentNumber } from '../shipments/shipment.rules.ts'
import type { pickupList } from './pickup-list.store.server.ts'
import { documentName } from './pickup.rules.ts'

type Pickup = ListRow<typeof pickupList>
type Place = { id: string; name: string }
type Props = { pickups: readonly Pickup[]; places: readonly Place[]; today: string }

/** Who comes today, later, and who has no time yet; the groups that a page of the list has. */
export function Appointments({ pickups, places, today }: Props) {
  const { isoDay } = useDates()
  const agreed = pickups.filter(({ state }) => state === 'agreed')
  const isDue = ({ from }: Pickup) => from !== null && isoDay(from) <= today
  const of = (state: Pickup['state']) => pickups.filter((pickup) => pickup.state === state)
  const groups = [
    { name: 'today', title: 'Today and overdue', shown: agreed.filter(isDue), Below: Collect },
    { name: 'missed', title: 'Missed twice', shown: of('missed'), Below: ProposeOrCollect },
    {
      name: 'later',
      title: 'Later',
      shown: agreed.filter((pickup) => !isDue(pickup)),
      Below: WalkIn,
    },
    { name: 'waiting', title: 'Waiting for a time', shown: of('ready'), Below: WalkIn },
  ] as const
  return (
    <div>
      {groups.map(
        ({ name, title, shown, ...group }) =>
          shown.length > 0 && (
            <Block key={name} id={`pickups-${name}`} title={title}>
              <Pickups pickups={shown} places={places} {...group} />
            </Block>
          ),
      )}
    </div>
  )
}

type ListProps = {
  pickups: readonly Pickup[]
  places: readonly Place[]
  /** The form below each. */
  Below: ComponentType<BelowProps>
}

type BelowProps = { pickup: Pickup; places: readonly Place[] }

function Pickups({ pickups, places, Below }: ListProps) {
  return (
    <ul className={divided(2)}>
      {pickups.map((pickup) => (
        <li key={pickup.id} className={stack(0.5, { text: 'anywhere' })}>
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
            {pickup.phone && ` · ${phoneText(pickup.phone)}`}
          </p>
          <p>{pickup.wines}</p>
          {pickup.missedAt && (
            <p>
              Nobody came on <ShopMoment at={pickup.missedAt} />.
              {pickup.state === 'ready' && ' Other times were proposed by email.'}
            </p>
          )}
          <Below pickup={pickup} places={places} />
        </li>
      ))}
    </ul>
  )
}

/** The tick of staff: without it nothing can be collected. */
const Collect = ({ pickup }: BelowProps) => <CollectForm pickup={pickup} isDue />

/** Who comes without an appointment, or before it. */
const WalkIn = ({ pickup, places }: BelowProps) => (
  <details>
    <summary className={letters.more}>
      {pickup.state === 'agreed' ? 'Came earlier' : 'Came without an appointment'}
    </summary>
    <CollectForm pickup={pickup} places={pickup.state === 'agreed' ? [] : places} />
  </details>
)

type CollectProps = { pickup: Pickup; isDue?: boolean; places?: readonly Place[] }

function CollectForm({ pickup: { number }, isDue = false, places = [] }: CollectProps) {
  const name = shipmentNumber(number)
  return (
    <Form method="post" className={stack(2, { width: 40 })}>
      <input type="hidden" name="number" value={number} />
      <Checkbox name="checked" value="yes" label="ID shown, 21 or older, name matches" required />
      <SelectField
        name="document"
        label="Document shown"
        hint="We keep the type of ID, never its number."
        required
        options={[
          { value: '', label: 'Choose …' },
          ...Object.entries(documentName).map(([value, label]) => ({ value, label })),
        ]}
      />
      {places.length > 1 && (
        <SelectField
          name="place"
          label="Place"
          options={places.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
      <div className={cluster(2)}>
        <Button name="intent" value="collected" aria-label={`Collected: ${name}`}>
          Collected
        </Button>
        {isDue && (
          <Button
            kind="secondary"
            name="intent"
            value="missed"
            formNoValidate
            aria-label={`Nobody came: ${name}`}
          >
            Nobody came
          </Button>
        )}
      </div>
    </Form>
  )
}

const ProposeOrCollect = ({ pickup, places }: BelowProps) => (
  <>
    <ButtonForm
      kind="secondary"
      fields={{ number: pickup.number }}
      intent="propose"
      aria-label={`Propose two times by email: ${shipmentNumber(pickup.number)}`}
    >
      Propose two times by email
    </ButtonForm>
    <WalkIn pickup={pickup} places={places} />
  </>
)
