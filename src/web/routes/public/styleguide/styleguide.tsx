import { data } from 'react-router'

import { siteContext } from '#web/context.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { Alerts } from '#web/ui/alerts.tsx'
import { Page } from '#web/ui/page.tsx'

import type { Route } from './+types/styleguide'
import { Buttons } from './buttons.tsx'
import { Fields } from './fields.tsx'
import { Messages } from './messages.tsx'
import { Palette } from './palette.tsx'
import { Tables } from './tables.tsx'
import { Type } from './type.tsx'

export const handle = { interactive: true }

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Styleguide')

/** For those who build the shop: every component in every state. Not there in production. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(siteContext).developerTools) throw data(null, { status: 404 })
  return null
}

export default function Styleguide() {
  return (
    <Alerts>
      <Page title="Styleguide" intro="Every component of the house in every state.">
        <Palette />
        <Type />
        <Buttons />
        <Fields />
        <Messages />
        <Tables />
      </Page>
    </Alerts>
  )
}
