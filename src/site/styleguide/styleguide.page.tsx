import { siteContext } from '#platform/http/context.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Alerts } from '#ui/alerts.tsx'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/styleguide.page'
import { Engravings, Motion, Palette, Spaces, Type } from './brand.tsx'
import { CartParts } from './cart-components.tsx'
import { Buttons, Messages, Tables } from './controls.tsx'
import { Fields } from './fields.tsx'
import { Bars, Bottles, Gate } from './shop-components.tsx'

export const handle = { interactive: true }

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Styleguide')

/** For those who build the shop: every component in every state. Not there in production. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(siteContext).developerTools) throw httpError(404)
  return null
}

export default function Styleguide() {
  return (
    <Alerts>
      <Page title="Styleguide" intro="Every component of the shop in every state.">
        <Palette />
        <Type />
        <Spaces />
        <Engravings />
        <Motion />
        <Buttons />
        <Fields />
        <Messages />
        <Tables />
        <Bottles />
        <CartParts />
        <Bars />
        <Gate />
      </Page>
    </Alerts>
  )
}
