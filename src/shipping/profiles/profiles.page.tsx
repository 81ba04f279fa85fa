import { data, Form, Link } from 'react-router'

import type { SavedProfile } from './shipper-profiles.store.server.ts'
import { profilesCopy as copy, shippingCopy } from '../shipments/shipping.copy.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { signatureText } from '#orders/order/shipment.rules.ts'
import type { PackedShipment } from './shipper-profile.rules.ts'
import {
  dateFormats,
  handoverRows,
  profileFields,
  readColumns,
  usualProfile,
  writtenColumns,
} from './shipper-profile.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { Block } from '#platform/layout/block.tsx'
import { Rows } from '../handover/next-handover.tsx'
import styles from '../shipments/shipping.module.css'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/profiles.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = permitted(await context.get(shopContext).viewProfiles(memberOf(context)))
  return { profiles: viewed.profiles }
}

type Result = { id: string; values: Record<string, string>; alert: string }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 5_000)
  const names = ['name', 'columns', 'dateFormat', 'rowPer', 'orderBy'] as const
  const values = Object.fromEntries(names.map((name) => [name, text(name)]))
  const id = text('id')
  const show = (alert: string, status: number) => data<Result>({ id, values, alert }, { status })
  const read = readColumns(text('columns'))
  if (!read.ok) return show(copy.errors[read.reason](read.field), 400)
  const { shop, viewer } = callerOf(context)
  const saved = permitted(
    await shop.saveProfile(viewer, {
      id: id || null,
      version: wholeNumberIn(text('version')),
      fields: {
        name: text('name'),
        columns: read.columns,
        dateFormat: dateFormats.find((one) => one === text('dateFormat')) ?? 'iso',
        rowPer: text('rowPer') === 'case' ? 'case' : 'parcel',
        orderBy: (['zip', 'name'] as const).find((one) => one === text('orderBy')) ?? 'number',
      },
    }),
  )
  if (!saved.ok) {
    return show(copy.errors[saved.reason], saved.reason === 'name' ? 400 : 409)
  }
  return redirectWithFlash(paths.shipperProfiles(), { tone: 'good', sentence: copy.saved }, context)
}

const example: PackedShipment = {
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
  wines: [{ description: '2022 Malbec', units: 2, bottlesPerUnit: 3 }],
}

const added = { ...usualProfile, id: '', version: 0, name: '' }

export default function Profiles({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title={copy.title}
      actions={<Link to={paths.shippingOverview()}>{shippingCopy.title}</Link>}
    >
      <p>{copy.intro}</p>
      <div>
        {[...loaderData.profiles, added].map((profile) => (
          <Profile
            key={`${profile.id} ${profile.version}`}
            profile={profile}
            result={actionData?.id === profile.id ? actionData : null}
          />
        ))}
      </div>
    </AdminPage>
  )
}

function Profile({ profile, result }: { profile: SavedProfile; result: Result | null }) {
  const value = (name: string, saved: string) => result?.values[name] ?? saved
  const options = (names: Record<string, string>) =>
    Object.entries(names).map(([key, label]) => ({ value: key, label }))
  return (
    <Block id={profile.id || 'new-profile'} title={profile.name || copy.add} isWide>
      {profile.id && (
        <Rows rows={handoverRows(profile, [example], signatureText)} label={copy.sample} />
      )}
      {result && <Notice tone="bad">{result.alert}</Notice>}
      <Form method="post" className={styles.form} noValidate>
        <input type="hidden" name="id" value={profile.id} />
        <input type="hidden" name="version" value={profile.version} />
        <TextField name="name" label={copy.name} defaultValue={value('name', profile.name)} />
        <TextArea
          name="columns"
          label={copy.columns}
          hint={copy.columnsHint(profileFields.join(', '))}
          rows={10}
          defaultValue={value('columns', writtenColumns(profile.columns))}
        />
        <SelectField
          name="dateFormat"
          label={copy.dateFormat}
          options={options(copy.dateFormats)}
          defaultValue={value('dateFormat', profile.dateFormat)}
        />
        <SelectField
          name="rowPer"
          label={copy.rowPer}
          options={options(copy.rowsPer)}
          defaultValue={value('rowPer', profile.rowPer)}
        />
        <SelectField
          name="orderBy"
          label={copy.orderBy}
          options={options(copy.orders)}
          defaultValue={value('orderBy', profile.orderBy)}
        />
        <Button kind="secondary">{profile.id ? copy.save : copy.add}</Button>
      </Form>
    </Block>
  )
}
