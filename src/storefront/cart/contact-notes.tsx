import { ShippingPolicyLink } from '#catalogue/destinations/shipping-policy.tsx'
import { cartCopy } from '#checkout/cart/cart.copy.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { callTo } from '#platform/text/phone.rules.ts'
import { classes } from '#ui/classes.ts'
import { ruled, stack } from '#ui/layout.ts'

/** Contact details, and the link to the shipping policy. */
export function ContactNotes() {
  const site = useSiteSettings()?.site
  return (
    <div className={classes(stack(0.5, { text: 'note' }), ruled(2))}>
      <p>
        <ShippingPolicyLink />
      </p>
      <p>{cartCopy.contact}</p>
      {site && (
        <>
          <p>
            <a href={callTo(site.phone)}>{site.phone}</a>
          </p>
          <p>
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
        </>
      )}
    </div>
  )
}
