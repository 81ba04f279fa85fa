import { Form } from 'react-router'

import { adminRequestCopy as copy } from '#domain/copy/admin-requests.ts'
import { membershipLevels } from '#domain/people/membership.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

import type { Refused } from './refused.tsx'
import { RefusedNotice } from './refused.tsx'
import styles from './requests.module.css'

/** Makes the person a member of the club. */
export function ClubForm({ refused }: { refused: Refused }) {
  return (
    <Block id="request-club" title={copy.club}>
      <Form method="post" className={styles.form}>
        <RefusedNotice refused={refused} />
        <SelectField
          name="level"
          label={copy.clubLevel}
          options={Object.entries(membershipLevels).map(([value, name]) => ({
            value,
            label: `${name} (${value})`,
          }))}
        />
        <Button name="intent" value="grant-club">
          {copy.clubGrant}
        </Button>
      </Form>
    </Block>
  )
}
