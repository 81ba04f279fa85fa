import { carriedMethods, shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { AddressFields } from '#platform/address/address-fields.tsx'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { returnCopy as copy } from '#shipping/whereabouts/where-it-is.copy.ts'
import type {
  ReturnOptions,
  ShipmentForBuyer,
} from '#shipping/whereabouts/where-orders-are.actions.server.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'

import { Choice } from './choice.tsx'

import styles from './where-it-is.module.css'

type Props = {
  shipment: ShipmentForBuyer
  options: ReturnOptions
  /** How it was to be sent again, which has to be corrected first. */
  wrong: Sent | null
}

/** What the buyer may do with a box that came back: have it sent again, collect it, or money back. */
export function ReturnChoice({ shipment, options, wrong }: Props) {
  const dates = useDates()
  const { refund, prices, answerBy } = options
  return (
    <div className={styles.returned}>
      <h3>{copy.title}</h3>
      <p className={classes(letters.quiet, letters.sans)}>
        {answerBy ? copy.text(dates.weekday(answerBy)) : copy.late}
      </p>
      {prices && <SendAgain shipment={shipment} options={options} prices={prices} wrong={wrong} />}
      {prices && (
        <Choice shipment={shipment} title={copy.collect.title}>
          <p>{copy.collect.text}</p>
          <Button kind="secondary" name="intent" value="collect">
            {copy.collect.button}
          </Button>
        </Choice>
      )}
      {refund && (
        <Choice shipment={shipment} title={copy.refund.title}>
          <p>{copy.refund.text(formatAmount(refund.wineCents), formatAmount(refund.taxCents))}</p>
          <Button kind="secondary" name="intent" value="refund">
            {copy.refund.button}
          </Button>
        </Choice>
      )}
    </div>
  )
}

type AgainProps = Props & { prices: NonNullable<ReturnOptions['prices']> }

function SendAgain({ shipment, options, prices, wrong }: AgainProps) {
  const whereError = wrong?.errors['to']
  return (
    <Choice shipment={shipment} title={copy.again.title}>
      {wrong && (
        <Notice tone="bad">
          <p>{whereError ?? copy.again.wrong}</p>
        </Notice>
      )}
      <RadioGroup
        name="method"
        legend={copy.again.how}
        defaultValue={wrong?.values['method'] ?? carriedMethods[0]}
        options={carriedMethods.map((method) => ({
          value: method,
          label: copy.again.option(shippingMethodName[method], formatAmount(prices[method])),
        }))}
      />
      {options.mayGoElsewhere ? (
        <Destination place={options.place} wrong={wrong} />
      ) : (
        <>
          <p>{copy.again.onlySame(options.place)}</p>
          <p className={classes(letters.quiet, letters.sans)}>{copy.again.elsewhere}</p>
        </>
      )}
      <p>{copy.again.note}</p>
      <Button name="intent" value="send-again">
        {copy.again.button}
      </Button>
    </Choice>
  )
}

/** Where it goes: the same address, or another one, whose fields show once it is chosen. */
function Destination({ place, wrong }: Pick<AgainProps, 'wrong'> & { place: string }) {
  return (
    <>
      <RadioGroup
        name="to"
        legend={copy.again.where}
        defaultValue={wrong?.values['to'] ?? 'same'}
        options={[
          { value: 'same', label: copy.again.same(place) },
          { value: 'other', label: copy.again.other },
        ]}
      />
      <div className={styles.elsewhere}>
        <p className={classes(letters.quiet, letters.sans)}>{copy.again.otherHint}</p>
        <AddressFields field={fieldsOf(wrong)} />
      </div>
    </>
  )
}
