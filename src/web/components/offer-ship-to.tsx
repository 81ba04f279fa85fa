import type { Product } from '#domain/catalogue.ts'
import { buyerStatement } from '#domain/checkout.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { offersCopy } from '#domain/copy/offers.ts'
import type { ShipToErrors, ShipToField, ShipToValues } from '#domain/forms/offer-ship-to.ts'
import type { OfferName } from '#domain/offers.ts'
import { stateCodes, stateName } from '#domain/us-states.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { Refusals } from './auth/refusals.tsx'
import styles from './offer-ship-to.module.css'
import script from './offer-ship-to.script.ts?script'
import { ShippingPolicyLink } from './shipping-policy.tsx'

const copy = offersCopy.shipTo

type Props = {
  offer: OfferName
  quantity: number
  product: Pick<Product, 'title' | 'subtitle' | 'price'>
  values: ShipToValues
  errors: ShipToErrors
  alert: string | null
  /** The address was refused: they may come and fetch it. */
  offersPickup: boolean
  /** Tells this guest from another where cookies are off. */
  token: string
}

/** The states and the District of Columbia, which wine may go to too. */
const destinations = [
  { value: '', label: accountCopy.chooseState },
  ...[...stateCodes, 'DC']
    .map((code) => ({ value: code, label: stateName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-US')),
]

/**
 * Who buys an offer and where it goes: a plain form, answered by the same page or the payment's. Its
 * script sends it without leaving the page, so that no answer to a form stays in the history.
 */
export function OfferShipTo(props: Props) {
  const { offer, quantity, product, values, errors, alert, offersPickup, token } = props
  const field = (name: ShipToField) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <>
      <p className={styles.summary}>
        {copy.summary(quantity, `${product.title}, ${product.subtitle}`, product.price * quantity)}{' '}
        <a href={paths.offer(offer)}>{copy.change}</a>
      </p>
      {alert && (
        <Notice tone="bad">
          <p>{alert}</p>
          {offersPickup && <p>{copy.orPickUp}</p>}
        </Notice>
      )}
      <form method="post" noValidate className={styles.form} data-ship-to>
        <input type="hidden" name="token" value={token} />
        <fieldset className={styles.group}>
          <legend>{copy.aboutYou}</legend>
          <TextField {...field('name')} label={copy.name} autoComplete="name" />
          <TextField
            {...field('email')}
            label={copy.email}
            hint={copy.emailHint}
            type="email"
            autoComplete="email"
          />
          <TextField
            {...field('phone')}
            label={copy.phone}
            hint={copy.phoneHint}
            type="tel"
            autoComplete="tel-national"
          />
          <TextField
            {...field('birthdate')}
            label={copy.birthdate}
            hint={copy.birthdateHint}
            type="date"
            autoComplete="bday"
          />
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{copy.where}</legend>
          <Checkbox
            name="pickup"
            value="yes"
            label={copy.pickup}
            hint={copy.pickupHint}
            defaultChecked={values.pickup !== ''}
          />
          <div className={styles.address}>
            <TextField
              {...field('address')}
              label={copy.address}
              hint={copy.addressHint}
              autoComplete="shipping address-line1"
            />
            <TextField
              {...field('addressExtra')}
              label={copy.addressExtra}
              autoComplete="shipping address-line2"
            />
            <TextField
              {...field('city')}
              label={copy.city}
              autoComplete="shipping address-level2"
            />
            <div className={styles.pair}>
              <SelectField
                {...field('state')}
                label={copy.state}
                options={destinations}
                autoComplete="shipping address-level1"
              />
              <TextField
                {...field('zipCode')}
                label={copy.zipCode}
                inputMode="numeric"
                autoComplete="shipping postal-code"
              />
            </div>
          </div>
        </fieldset>
        <Checkbox
          name="statement"
          value="yes"
          label={buyerStatement}
          error={errors.statement}
          defaultChecked={values.statement !== ''}
        />
        <Button>{copy.go}</Button>
        <p className={styles.small}>
          {copy.next} <ShippingPolicyLink />
        </p>
        <Refusals codes={['network-request-failed', 'internal-error']} />
        <script type="module" async src={script} />
      </form>
    </>
  )
}
