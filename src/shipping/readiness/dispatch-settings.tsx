import { Form } from 'react-router'

import type { ShippingSettings } from '../overview/shipping-settings.store.server.ts'
import { shippingCopy } from '../shipments/shipping.copy.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { fields } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import styles from '../shipments/shipping.module.css'

const { settings: copy } = shippingCopy

type Props = { settings: ShippingSettings; errors: Partial<Record<string, string>> }

/** On which days boxes leave, and from where. */
export function DispatchSettings({ settings, errors }: Props) {
  const { dispatch, senderZip, version } = settings
  return (
    <Block id="dispatch" title={copy.title}>
      {errors['form'] && <Notice tone="bad">{errors['form']}</Notice>}
      <Form method="post" key={version} className={fields(30)} noValidate>
        <input type="hidden" name="version" value={version} />
        {(['ground', 'overnight'] as const).map((method) => (
          <fieldset key={method} className={styles.days}>
            <legend>{copy[method]}</legend>
            {copy.weekdays.map((name, day) => (
              <Checkbox
                key={name}
                name={method}
                value={day}
                label={name}
                defaultChecked={dispatch[method].some((one) => one === day)}
              />
            ))}
          </fieldset>
        ))}
        <TextArea
          name="holidays"
          label={copy.holidays}
          hint={copy.holidaysHint}
          rows={3}
          defaultValue={dispatch.holidays.join('\n')}
          error={errors['holidays']}
        />
        <TextField
          type="number"
          min={0}
          max={14}
          name="daysBefore"
          label={copy.daysBefore}
          defaultValue={dispatch.daysBefore}
          error={errors['daysBefore']}
        />
        <TextField
          name="senderZip"
          label={copy.senderZip}
          hint={copy.senderZipHint}
          inputMode="numeric"
          defaultValue={senderZip}
          error={errors['senderZip']}
        />
        <Button kind="secondary" name="intent" value="settings">
          {copy.save}
        </Button>
      </Form>
    </Block>
  )
}
