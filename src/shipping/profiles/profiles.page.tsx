import { Link } from 'react-router'

import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { fields } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { Rows } from '../handover/next-handover.tsx'
import { signatureText } from '../shipments/shipment.rules.ts'
import type { Route } from './+types/profiles.page'
import { saveProfile } from './profiles.actions.server.ts'
import type { PackedShipment } from './shipper-profile.rules.ts'
import {
  handoverRows,
  profileFields,
  usualProfile,
  writtenColumns,
} from './shipper-profile.rules.ts'
import { allProfiles } from './shipper-profiles.store.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'ship-orders',
  load: async ({ db }) => ({ profiles: await allProfiles(db) }),
  actions: { save: saveProfile },
})
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Shipper profiles')

const example: PackedShipment = {
  ...noAddress,
  number: 2001,
  orderNumber: 1001,
  name: 'Ana Ruiz',
  phone: '4155550134',
  address: '1200 Valencia Street',
  addressExtra: 'Suite 4',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
  service: 'Ground shipping',
  earliest: '2026-11-02',
  wines: [{ description: '2022 Malbec', units: 2, bottlesPerUnit: 3, bottleMl: 750 }],
}

const added = { ...usualProfile, id: '', version: '', name: '' }

type Profile = Route.ComponentProps['loaderData']['profiles'][number] | typeof added

export default function Profiles({ loaderData, actionData }: Route.ComponentProps) {
  const { profiles, formKey } = loaderData
  return (
    <AdminPage
      title="Shipper profiles"
      actions={<Link to={paths.shippingOverview()}>Shipping</Link>}
    >
      <div>
        {[...profiles, added].map((profile) => (
          <ProfileForm
            key={`${profile.id} ${profile.version}`}
            sent={sentBy(actionData, { id: profile.id })}
            {...{ profile, formKey }}
          />
        ))}
      </div>
    </AdminPage>
  )
}

type Props = { profile: Profile; sent: Sent | null; formKey: string }

const options = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

function ProfileForm({ profile, sent, formKey }: Props) {
  const { id, version, name, columns, dateFormat, rowPer, orderBy } = profile
  const saved = { name, columns: writtenColumns(columns), dateFormat, rowPer, orderBy }
  const field = fieldsOf(sent, saved)
  return (
    <Block id={id || 'new-profile'} title={name || 'Add a profile'} isWide>
      {id && <Rows rows={handoverRows(profile, [example], signatureText)} label="Sample" />}
      <ActionForm {...{ formKey, sent }} className={fields(30)}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <TextField label="Name" {...field('name')} />
        <TextArea
          label="Columns"
          hint={`One per line, as Heading = field. Fields: ${profileFields.join(', ')}`}
          rows={10}
          {...field('columns')}
        />
        <SelectField
          label="Dates"
          options={options({ iso: '2026-11-02', us: '11/02/2026' })}
          {...field('dateFormat')}
        />
        <SelectField
          label="One row for each"
          options={options({ parcel: 'shipment', case: 'case' })}
          {...field('rowPer')}
        />
        <SelectField
          label="Order"
          options={options({ number: 'Shipment number', zip: 'ZIP code', name: 'Name' })}
          {...field('orderBy')}
        />
        <Button kind="secondary" name="intent" value="save">
          {id ? 'Save' : 'Add a profile'}
        </Button>
      </ActionForm>
    </Block>
  )
}
