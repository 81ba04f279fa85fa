import type { Client, ClientFields } from '#domain/client.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { clientCopy as copy, fieldNames } from '#domain/copy/records.ts'
import { checkClient, clientFields } from '#domain/forms/client.ts'
import { Block } from '#web/components/members/block.tsx'
import type { RecordAnswer } from '#web/routes/admin/record-answer.ts'

import type { FieldLook } from './field-look.ts'
import { RecordField } from './record-field.tsx'
import { RecordForm } from './record-form.tsx'
import styles from './record-form.module.css'
import { useRecordForm } from './use-record-form.ts'

type Look = FieldLook<keyof ClientFields>

const person: readonly Look[] = [
  { name: 'fullname', label: fieldNames.fullname, wide: true },
  { name: 'firstname', label: fieldNames.firstname },
  { name: 'lastname', label: fieldNames.lastname },
  { name: 'email', label: fieldNames.email, type: 'email', wide: true },
]

const contact: readonly Look[] = [
  { name: 'phone', label: fieldNames.phone, type: 'tel' },
  { name: 'country', label: fieldNames.country },
  { name: 'address', label: fieldNames.address, wide: true },
  { name: 'addressExtra', label: fieldNames.addressExtra, wide: true },
  { name: 'city', label: fieldNames.city },
  { name: 'state', label: fieldNames.state, kind: 'state' },
  { name: 'zipCode', label: fieldNames.zipCode },
]

type Props = {
  client: Pick<Client, 'version' | 'fields'>
  answer: RecordAnswer<ClientFields> | null
  backTo: string
}

/** A client of the mailing list, to be edited. */
export function ClientForm({ client, answer, backTo }: Props) {
  const state = useRecordForm({ names: clientFields, check: checkClient, record: client, answer })
  const fields = (looks: readonly Look[]) => (
    <div className={styles.fields}>
      {looks.map((look) => (
        <RecordField key={look.name} look={look} state={state} />
      ))}
    </div>
  )
  return (
    <RecordForm {...{ state, answer, backTo }}>
      <Block id="client-person" title={copy.person}>
        {fields(person)}
      </Block>
      <Block id="client-contact" title={`${copy.contact} (${accountCopy.optional.toLowerCase()})`}>
        {fields(contact)}
      </Block>
    </RecordForm>
  )
}
