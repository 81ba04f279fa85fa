import { CaptchaField } from '#accounts/captcha/captcha.tsx'
import { InPageForm } from '#accounts/sign-in/in-page-form.tsx'
import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { ShippingPolicyLink } from '#catalogue/destinations/shipping-policy.tsx'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offers } from '#catalogue/offers/offers.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { offersCopy } from '#checkout/offers/offers.copy.ts'
import type {
  ShipToErrors,
  ShipToField,
  ShipToValues,
} from '#checkout/offers/ship-to-form.rules.ts'
import { AddressFields } from '#platform/address/address-fields.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

import styles from './offer-ship-to.module.css'

const copy = offersCopy.shipTo

type Props = {
  offer: OfferName
  quantity: number
  /** The address asked for a number that is not offered. */
  isCorrected: boolean
  product: Pick<Product, 'id' | 'title' | 'subtitle' | 'price'>
  values: ShipToValues
  errors: ShipToErrors
  alert: string | null
  /** The address was refused: pickup is suggested. */
  offersPickup: boolean
  /** Identifies the guest when cookies are off. */
  token: string
}

/**
 * Buyer and ship-to form of an offer: a plain form that leads back here or to the payment page.
 * With script it is sent by fetch, so that no form post stays in the history.
 */
export function OfferShipTo(props: Props) {
  const { offer, quantity, isCorrected, product, values, errors, alert, offersPickup, token } =
    props
  const field = (name: ShipToField) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <>
      <p className={classes(letters.note, letters.figures, styles.summary)}>
        {quantity} × {product.title}, <Unbroken>{product.subtitle}</Unbroken>,{' '}
        {copy.beforeShipping(product.price * quantity)}{' '}
        <a href={paths.offer(offer, quantity)}>{copy.change}</a>
      </p>
      {isCorrected && (
        <Notice tone="info">
          <p>{copy.atMost(offers[offer].most)}</p>
        </Notice>
      )}
      {alert && (
        <Notice tone="bad">
          <p>{alert}</p>
          {offersPickup && <p>{copy.orPickUp}</p>}
        </Notice>
      )}
      <InPageForm className={classes(stack(3), styles.form)}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="product" value={product.id} />
        <fieldset className={classes(stack(2.5), styles.group)}>
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
        <fieldset className={classes(stack(2.5), styles.group)}>
          <legend>{copy.where}</legend>
          <Checkbox
            name="pickup"
            value="yes"
            label={copy.pickup}
            hint={copy.pickupHint}
            defaultChecked={values.pickup !== ''}
          />
          <div className={styles.address}>
            <AddressFields field={field} pairClassName={styles.pair} />
          </div>
        </fieldset>
        <Checkbox
          name="statement"
          value="yes"
          label={
            <>
              <span className={styles.byDelivery}>{buyerStatements.delivery}</span>
              <span className={styles.byPickup}>{buyerStatements.pickup}</span>
            </>
          }
          error={errors.statement}
          defaultChecked={values.statement !== ''}
        />
        <CaptchaField place="checkout" />
        <Button>{copy.go}</Button>
        <p className={letters.note}>
          {copy.next} <ShippingPolicyLink />
        </p>
      </InPageForm>
    </>
  )
}
