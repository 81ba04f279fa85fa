import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { TypedForm } from '#platform/form/typed-form.tsx'
import { stateOptions } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, grow, letters, part, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { BlockFields } from './block-fields.tsx'
import { campaignCopy as copy, campaignsCopy } from './campaigns.copy.ts'
import { contentErrorOf, editorForm } from './content-errors.ts'
import type { ContentErrors } from './content.rules.ts'
import { blockKinds, contentLimits } from './content.rules.ts'
import type { ReleaseChoice } from './release-choices.store.server.ts'
import type { CampaignChange } from './write-campaign.actions.server.ts'

import recordStyles from '#platform/form/record-form.module.css'
import styles from './campaign.module.css'

type Props = {
  /** As it was saved, or as it was typed and refused. */
  campaign: CampaignChange
  isRefused: boolean
  corrected: string | null
  releases: readonly ReleaseChoice[]
  errors: ContentErrors
  nameError?: string
}

/** What Enter in a field presses: the first button of the form on the page, before those beside its title. */
export const SavedByEnter = () => (
  <button name="intent" value="save" form={editorForm} hidden>
    {copy.save}
  </button>
)

/** The words and the audience of a draft: one form, saved as a whole, that needs no script. */
export function CampaignEditor(props: Props) {
  const { campaign, isRefused, corrected, releases, errors, nameError } = props
  const { blocks } = campaign
  const errorOf = (field: string) => contentErrorOf(errors, field)
  useFocusOnBlock()
  return (
    <TypedForm id={editorForm} isFilled={isRefused} className={part(2, { width: 40 })}>
      <input type="hidden" name="version" value={campaign.version} />
      <h2>Content</h2>
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
        hint={`At most ${contentLimits.preheader} characters.`}
        maxLength={contentLimits.preheader}
        defaultValue={campaign.preheader}
        error={errorOf('preheader')}
      />
      <SelectField
        name="releaseId"
        label="Release"
        defaultValue={campaign.releaseId ?? ''}
        options={[
          { value: '', label: 'None' },
          ...releases.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <h3 className={letters.subheading}>{copy.blocks}</h3>
      <p className={letters.note}>
        {
          'Filled in for each person: {first name}, {allocation}, {kept until}, {landed total}. {is|are} reads “is” for one case and “are” for more. A sentence is left out for people whose details we don’t have.'
        }
      </p>
      {blocks.map((block, index) => (
        <BlockFields
          key={index}
          index={index}
          count={blocks.length}
          block={block}
          error={errorOf(`blocks.${index}`)}
        />
      ))}
      {blocks.length < contentLimits.blocks && (
        <div className={cluster(2, { align: 'end', width: 40 })}>
          <SelectField
            name="newBlock"
            label={copy.newBlock}
            className={grow}
            options={blockKinds.map((kind) => ({ value: kind, label: copy.kinds[kind] }))}
          />
          <Button kind="secondary" name="intent" value="add">
            Add
          </Button>
        </div>
      )}
      <AudienceFields campaign={campaign} corrected={corrected} releases={releases} />
      <div className={classes(cluster([1, 3], { text: 'tight' }), recordStyles.actions)}>
        <Button name="intent" value="save">
          {copy.save}
        </Button>
        <a className={styles.toPreview} href="#preview">
          To the preview
        </a>
      </div>
    </TypedForm>
  )
}

/** After a block was added or moved, the cursor is in it: the editor is new with each version. */
function useFocusOnBlock(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const block = hash ? document.getElementById(hash.slice(1)) : null
    if (!block?.matches('fieldset')) return
    block.scrollIntoView({ block: 'center' })
    block
      .querySelector<HTMLElement>('textarea, input:not([type=hidden])')
      ?.focus({ preventScroll: true })
  }, [hash])
}

type AudienceProps = Pick<Props, 'campaign' | 'corrected' | 'releases'>

function AudienceFields({ campaign, corrected, releases }: AudienceProps) {
  const { audience } = campaign
  const waves = releases.find(({ id }) => id === campaign.releaseId)?.waves ?? []
  return (
    <fieldset className={classes(stack(2), styles.block)}>
      <legend>Audience</legend>
      {corrected !== null && (
        <Checkbox
          name="got"
          value={audience.got}
          label={`Only those who got “${corrected}”`}
          defaultChecked={audience.got !== ''}
        />
      )}
      <SelectField
        name="waveId"
        label="Wave"
        defaultValue={audience.waveId}
        options={[
          { value: '', label: 'All waves' },
          ...waves.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Checkbox
        name="hasAllocationLeft"
        label="Only people with allocation left"
        defaultChecked={audience.hasAllocationLeft}
      />
      <SelectField
        name="ordered"
        label="Ordered in the release"
        defaultValue={audience.ordered}
        options={[
          { value: '', label: 'Ordered or not' },
          { value: 'yes', label: 'Have ordered' },
          { value: 'no', label: 'Have not ordered' },
        ]}
      />
      <SelectField
        name="clubLevel"
        label="Club"
        defaultValue={audience.clubLevel}
        options={[
          { value: '', label: 'Club members or not' },
          ...Object.entries(copy.clubs).map(([value, label]) => ({ value, label })),
        ]}
      />
      <SelectField
        name="state"
        label="State of their address"
        defaultValue={audience.state}
        options={[{ value: '', label: 'Any state' }, ...stateOptions]}
      />
      <Checkbox
        name="withSubscribers"
        label="Also subscribers without an account"
        defaultChecked={audience.withSubscribers}
      />
    </fieldset>
  )
}
