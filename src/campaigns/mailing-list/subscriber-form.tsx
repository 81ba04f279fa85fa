import { accountCopy } from '#accounts/account/account.copy.ts'
import type { AddressField } from '#platform/address/address.rules.ts'
import { addressFields } from '#platform/address/address.rules.ts'
import { AdminRecordForm, RecordFields } from '#platform/form/admin-record-form.tsx'
import type { FieldProperties } from '#platform/form/field-properties.ts'
import { fieldNames } from '#platform/form/fields.copy.ts'
import type { RecordResult } from '#platform/form/record-result.ts'
import { useRecordForm } from '#platform/form/use-record-form.ts'
import { Block } from '#platform/layout/block.tsx'

import { checkSubscriber, readSubscriber } from './subscriber-form.rules.ts'
import { subscriberCopy as copy } from './subscriber.copy.ts'
import type { Subscriber, SubscriberFields } from './subscriber.rules.ts'
import { subscriberFields } from './subscriber.rules.ts'

type SubscriberField = FieldProperties<keyof SubscriberFields>

const person: readonly SubscriberField[] = [
  { name: 'fullname', label: fieldNames.fullname, wide: true },
  { name: 'firstname', label: fieldNames.firstname },
  { name: 'lastname', label: fieldNames.lastname },
  { name: 'email', label: fieldNames.email, type: 'email', wide: true },
]

const shown: Partial<Record<AddressField, Partial<SubscriberField>>> = {
  address: { wide: true },
  addressExtra: { wide: true },
  state: { kind: 'state' },
}

const contact: readonly SubscriberField[] = [
  { name: 'phone', label: fieldNames.phone, type: 'tel' },
  { name: 'country', label: fieldNames.country },
  ...addressFields.map((name) => ({ name, label: fieldNames[name], ...shown[name] })),
]

type Props = {
  subscriber: Pick<Subscriber, 'version' | 'fields'>
  result: RecordResult<SubscriberFields> | null
  backTo: string
}

/** The admin's form for a mailing-list subscriber. */
export function SubscriberForm({ subscriber, result, backTo }: Props) {
  const state = useRecordForm({
    names: subscriberFields,
    read: readSubscriber,
    check: checkSubscriber,
    record: subscriber,
    result,
    intent: 'save',
  })
  return (
    <AdminRecordForm {...{ state, result, backTo }}>
      <Block id="subscriber-person" title={copy.person}>
        <RecordFields fields={person} state={state} />
      </Block>
      <Block
        id="subscriber-contact"
        title={`${copy.contact} (${accountCopy.optional.toLowerCase()})`}
      >
        <RecordFields fields={contact} state={state} />
      </Block>
    </AdminRecordForm>
  )
}
