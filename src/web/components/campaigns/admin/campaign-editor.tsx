import { Form } from 'react-router'

import type { Campaign } from '#data/campaigns/campaigns.ts'
import type { ReleaseChoice } from '#data/campaigns/release-choices.ts'
import type { Block, ContentErrors } from '#domain/campaigns/content.ts'
import {
  buttonTargets,
  blockKinds,
  contentLimits,
  emailPictures,
} from '#domain/campaigns/content.ts'
import { campaignCopy as copy, campaignsCopy } from '#domain/copy/campaigns.ts'
import { stateCodes, usStates } from '#domain/us-states.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import styles from './campaign.module.css'

type Props = {
  campaign: Campaign
  releases: readonly ReleaseChoice[]
  errors: ContentErrors
  nameError?: string
}

/** The words and the audience of a draft: one form, saved as a whole, that needs no script. */
export function CampaignEditor({ campaign, releases, errors, nameError }: Props) {
  const errorOf = (field: string) => {
    const found = errors[field]
    if (!found) return undefined
    return found.piece ? `${copy.errors[found.error]}: ${found.piece}` : copy.errors[found.error]
  }
  const shown = Math.min(contentLimits.blocks, campaign.blocks.length + 2)
  return (
    <Form method="post" className={styles.form}>
      <input type="hidden" name="version" value={campaign.version} />
      <h2>{copy.words}</h2>
      <TextField
        name="name"
        label={campaignsCopy.name}
        hint={campaignsCopy.nameHint}
        maxLength={contentLimits.name}
        defaultValue={campaign.name}
        error={nameError}
      />
      <TextField
        name="subject"
        label={campaignsCopy.subject}
        maxLength={contentLimits.subject}
        defaultValue={campaign.subject}
        error={errorOf('subject')}
      />
      <TextField
        name="preheader"
        label={copy.preheader}
        hint={copy.preheaderHint}
        maxLength={contentLimits.preheader}
        defaultValue={campaign.preheader}
        error={errorOf('preheader')}
      />
      <SelectField
        name="releaseId"
        label={copy.release}
        defaultValue={campaign.releaseId ?? ''}
        options={[
          { value: '', label: copy.noRelease },
          ...releases.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <h3>{copy.blocks}</h3>
      <p className={styles.quiet}>{copy.placeholders}</p>
      {Array.from({ length: shown }, (_, index) => (
        <BlockFields
          key={index}
          index={index}
          block={campaign.blocks[index] ?? null}
          error={errorOf(`blocks.${index}`) ?? (index === 0 ? errorOf('blocks') : undefined)}
        />
      ))}
      <p className={styles.quiet}>{copy.addHint}</p>
      <AudienceFields campaign={campaign} releases={releases} />
      <div className={styles.actions}>
        <Button name="intent" value="save">
          {copy.save}
        </Button>
      </div>
    </Form>
  )
}

function BlockFields({
  index,
  block,
  error,
}: {
  index: number
  block: Block | null
  error: string | undefined
}) {
  const name = (field: string) => `blocks.${index}.${field}`
  const text = block === null ? '' : block.kind === 'picture' ? block.alt : block.text
  return (
    <fieldset className={styles.block}>
      <legend>{copy.blockOf(index + 1)}</legend>
      <SelectField
        name={name('kind')}
        label={copy.kind}
        defaultValue={block?.kind ?? ''}
        options={[
          { value: '', label: copy.noBlock },
          ...blockKinds.map((kind) => ({ value: kind, label: copy.kinds[kind] })),
        ]}
      />
      <TextArea
        name={name('text')}
        label={copy.text}
        rows={block?.kind === 'paragraph' ? 6 : 2}
        maxLength={contentLimits.paragraph}
        defaultValue={text}
        error={error}
      />
      {(block === null || block.kind === 'button') && (
        <SelectField
          name={name('target')}
          label={copy.target}
          defaultValue={block?.kind === 'button' ? block.target : 'allocation'}
          options={buttonTargets.map((target) => ({ value: target, label: copy.targets[target] }))}
        />
      )}
      {(block === null || block.kind === 'picture') && (
        <SelectField
          name={name('picture')}
          label={copy.picture}
          defaultValue={block?.kind === 'picture' ? block.picture : 'bottle-malbec-2022'}
          options={emailPictures.map((one) => ({ value: one, label: copy.pictures[one] }))}
        />
      )}
    </fieldset>
  )
}

function AudienceFields({ campaign, releases }: Pick<Props, 'campaign' | 'releases'>) {
  const { audience } = campaign
  const waves = releases.find(({ id }) => id === campaign.releaseId)?.waves ?? []
  return (
    <fieldset className={styles.block}>
      <legend>{copy.audience}</legend>
      <SelectField
        name="waveId"
        label={copy.wave}
        defaultValue={audience.waveId}
        options={[
          { value: '', label: copy.anyWave },
          ...waves.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Checkbox
        name="hasAllocationLeft"
        label={copy.hasAllocationLeft}
        defaultChecked={audience.hasAllocationLeft}
      />
      <SelectField
        name="ordered"
        label={copy.ordered}
        defaultValue={audience.ordered}
        options={[
          { value: '', label: copy.anyOrdered },
          { value: 'yes', label: copy.orderedYes },
          { value: 'no', label: copy.orderedNo },
        ]}
      />
      <SelectField
        name="clubLevel"
        label={copy.club}
        defaultValue={audience.clubLevel}
        options={[
          { value: '', label: copy.anyClub },
          ...Object.entries(copy.clubs).map(([value, label]) => ({ value, label })),
        ]}
      />
      <SelectField
        name="state"
        label={copy.shipState}
        defaultValue={audience.state}
        options={[
          { value: '', label: copy.anyShipState },
          ...stateCodes.map((code) => ({ value: code, label: usStates[code] })),
        ]}
      />
      <Checkbox
        name="withSubscribers"
        label={copy.withSubscribers}
        defaultChecked={audience.withSubscribers}
      />
    </fieldset>
  )
}
