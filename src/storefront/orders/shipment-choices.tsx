import type { Sent } from '#platform/action/sent-form.ts'
import { useDates } from '#platform/text/dates.tsx'
import { choiceCopy as copy } from '#shipping/whereabouts/where-it-is.copy.ts'
import type { ShipmentForBuyer } from '#shipping/whereabouts/where-orders-are.actions.server.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'

import { Choice } from './choice.tsx'
import { ReturnChoice } from './return-choice.tsx'

type ChoicesProps = { shipment: ShipmentForBuyer; wrong: Sent | null }

/** What the buyer may choose about a shipment now: plain forms, which need no script. */
export function ShipmentChoices({ shipment, wrong }: ChoicesProps) {
  return (
    <>
      {shipment.slots && <SlotChoice shipment={shipment} slots={shipment.slots} />}
      {shipment.mayRiskWeather && <WeatherChoice shipment={shipment} />}
      {shipment.returned && (
        <ReturnChoice shipment={shipment} options={shipment.returned} wrong={wrong} />
      )}
    </>
  )
}

type SlotProps = { shipment: ShipmentForBuyer; slots: NonNullable<ShipmentForBuyer['slots']> }

function SlotChoice({ shipment, slots }: SlotProps) {
  const dates = useDates()
  const isAgreed = shipment.state === 'agreed'
  const title = isAgreed ? copy.slot.change : copy.slot.title
  if (slots.length === 0)
    return isAgreed ? null : (
      <p className={classes(letters.quiet, letters.sans)}>{copy.slot.none}</p>
    )
  const labelled = slots.map((slot) => {
    const { key, from, place, isProposed } = slot
    const label = copy.slot.option(dates.weekday(from), dates.time(from), place)
    return { value: key, label: isProposed ? copy.slot.proposal(label) : label, isProposed }
  })
  const proposed = labelled.filter(({ isProposed }) => isProposed)
  const others = labelled.filter(({ isProposed }) => !isProposed)
  return (
    <Choice shipment={shipment} title={title}>
      <SelectField
        name="slot"
        label={copy.slot.label}
        options={[{ value: '', label: copy.slot.unchosen }, ...proposed, ...others]}
      />
      <Button kind={isAgreed ? 'secondary' : 'primary'} name="intent" value="choose-slot">
        {copy.slot.choose}
      </Button>
    </Choice>
  )
}

function WeatherChoice({ shipment }: { shipment: ShipmentForBuyer }) {
  return (
    <Choice shipment={shipment} title={copy.weather.title}>
      <p>{copy.weather.text}</p>
      <Checkbox name="accept" value="yes" label={copy.weather.wording} />
      <Button kind="secondary" name="intent" value="send-at-risk">
        {copy.weather.risk}
      </Button>
    </Choice>
  )
}
