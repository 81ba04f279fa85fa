import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { campaignCopy as copy } from './campaigns.copy.ts'
import { blockId } from './content-errors.ts'
import type { Block } from './content.rules.ts'
import { blockTexts, buttonTargets, emailPictures, textOfBlock } from './content.rules.ts'

import styles from './campaign.module.css'

type Props = { index: number; count: number; block: Block; error: string | undefined }

/** One block of a draft: its text and choices, and its place among the others. */
export function BlockFields({ index, count, block, error }: Props) {
  const name = (field: string) => `blocks.${index}.${field}`
  const { most, lines } = blockTexts[block.kind]
  const text = {
    name: name('text'),
    label: block.kind === 'picture' ? 'Description, for readers who don’t see pictures' : copy.text,
    defaultValue: textOfBlock(block),
    maxLength: most,
    error,
  }
  const title = `${index + 1}. ${copy.kinds[block.kind]}`
  const ways = [
    ['up', index > 0],
    ['down', index < count - 1],
    ['remove', true],
  ] as const
  return (
    <fieldset className={classes(stack(2), styles.block)} id={blockId(index)}>
      <legend>{title}</legend>
      <input type="hidden" name={name('kind')} value={block.kind} />
      {block.kind === 'picture' && (
        <SelectField
          name={name('picture')}
          label="Which picture"
          defaultValue={block.picture}
          options={emailPictures.map((one) => ({ value: one, label: copy.pictures[one] }))}
        />
      )}
      {block.kind === 'wines' && (
        <p className={letters.note}>
          Lists what is left of each person’s allocation: wine, cases, price, and until when it is
          set aside. Left out for people without one.
        </p>
      )}
      {lines && <TextArea {...text} rows={6} />}
      {!lines && most > 0 && <TextField {...text} />}
      {block.kind === 'button' && (
        <SelectField
          name={name('target')}
          label="Where it leads"
          defaultValue={block.target}
          options={buttonTargets.map((target) => ({ value: target, label: copy.targets[target] }))}
        />
      )}
      <div className={cluster([1, 2])}>
        {ways.map(
          ([way, isOffered]) =>
            isOffered && (
              <Button
                key={way}
                kind="quiet"
                name="intent"
                value={`${way}.${index}`}
                aria-label={`${copy.ways[way]}: ${title}`}
              >
                {copy.ways[way]}
              </Button>
            ),
        )}
      </div>
    </fieldset>
  )
}
