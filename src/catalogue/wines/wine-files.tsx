import { Form } from 'react-router'

import { FileField } from '#platform/form/file-field.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { fields, letters, pairs } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { atMost } from '../destinations/lengths.copy.ts'
import { maxUploadBytes, neutralPicture, pictureInPreparation } from '../pictures/picture.rules.ts'
import type { SheetField, TypedSheet } from '../sheets/typed-sheet.rules.ts'
import { sheetFieldLengths } from '../sheets/typed-sheet.rules.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'

type Wine = {
  id: string
  image: string
  pictureFile: string | null
  specSheet: string | null
  sheetTyped: TypedSheet | null
  fields: { name: string; subtitle: string }
}

/** With what was typed for a sheet. */
export type RefusedFile = {
  kind: WineFileKind
  error: string
  values: Readonly<Record<string, string>>
}
type WineFileKind = 'picture' | 'sheet' | 'typed-sheet'

/** Picture and technical sheet of a wine, each with the form that replaces it. */
export function WineFiles({ wine, refused }: { wine: Wine; refused: RefusedFile | null }) {
  const errorOf = (kind: WineFileKind) => (refused?.kind === kind ? refused.error : null)
  const isBeingMade = wine.pictureFile !== null && wine.image === pictureInPreparation
  return (
    <Block id="wine-files" title={copy.files}>
      <div className={pairs(4, 4)}>
        <div className={fields(40, 2)}>
          <h3 className={letters.strong}>{copy.picture}</h3>
          {isBeingMade && (
            <Notice>Its sizes are being made; until then three bottles are shown.</Notice>
          )}
          {wine.pictureFile === null && (
            <p className={letters.quiet}>
              {wine.image === neutralPicture
                ? 'Without one, our bottle is shown. Within a minute its label gets the wine’s name and vintage, if the typeface of our labels has all of its letters.'
                : 'Without one, our bottle is shown with the wine’s name and vintage on its label.'}
            </p>
          )}
          <WineFileForm kind="picture" wine={wine} error={errorOf('picture')} />
        </div>
        <div className={fields(40, 2)}>
          <h3 className={letters.strong}>{copy.sheet}</h3>
          {wine.specSheet ? (
            <a href={paths.pdf(wine.specSheet)} target="_blank" rel="noopener">
              Open the technical sheet
            </a>
          ) : (
            <p className={letters.quiet}>Without one, buyers read “No hay PDF disponible”.</p>
          )}
          <WineFileForm kind="sheet" wine={wine} error={errorOf('sheet')} />
          <details open={wine.sheetTyped !== null || refused?.kind === 'typed-sheet'}>
            <summary>{wine.sheetTyped ? 'Change what was typed' : 'Or type one'}</summary>
            <TypedSheetForm
              wine={wine}
              refused={refused?.kind === 'typed-sheet' ? refused : null}
            />
          </details>
        </div>
      </div>
    </Block>
  )
}

/** The sheet that a form replaces. */
const SeenSheet = ({ wine }: { wine: Wine }) => (
  <input type="hidden" name="seen" value={wine.specSheet ?? ''} />
)

type FormProps = { kind: 'picture' | 'sheet'; wine: Wine; error: string | null }

/** Uploads one file. Sent by the browser itself. */
function WineFileForm({ kind, wine, error }: FormProps) {
  const action = paths.wineFile(wine.id, kind)
  const isPicture = kind === 'picture'
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      reloadDocument
      className={fields(40, 2)}
    >
      {!isPicture && <SeenSheet wine={wine} />}
      <FileField
        name="file"
        maxBytes={maxUploadBytes}
        label={isPicture ? copy.picture : copy.sheet}
        hint={isPicture ? copy.pictureHint : copy.sheetHint}
        error={error}
        accept={isPicture ? 'image/jpeg,image/png,image/webp,image/avif' : 'application/pdf'}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only the form that was refused: the page begins there
        autoFocus={error !== null}
      />
      <Button kind="secondary">{isPicture ? 'Upload the picture' : 'Upload the sheet'}</Button>
    </Form>
  )
}

/** Has a sheet set from typed words. */
function TypedSheetForm({ wine, refused }: { wine: Wine; refused: RefusedFile | null }) {
  const typed: Partial<TypedSheet> = wine.sheetTyped ?? {
    variety: wine.fields.name,
    place: '',
    alcohol: '',
    format: wine.fields.subtitle,
    notes: '',
  }
  const field = (name: SheetField) => ({
    name,
    label: copy.sheetFields[name],
    defaultValue: refused ? refused.values[name] : typed[name],
    maxLength: sheetFieldLengths[name],
    hint: atMost(sheetFieldLengths[name]),
  })
  return (
    <Form
      method="post"
      action={paths.wineFile(wine.id, 'typed-sheet')}
      reloadDocument
      className={fields(40, 2)}
    >
      <SeenSheet wine={wine} />
      <p className={letters.quiet}>The shop sets it in its own look. Empty lines are left out.</p>
      {refused && (
        <p role="alert" className={letters.bad}>
          {refused.error}
        </p>
      )}
      <TextField {...field('variety')} />
      <TextField {...field('place')} />
      <TextField {...field('alcohol')} />
      <TextField {...field('elevage')} />
      <TextField {...field('harvest')} />
      <TextField {...field('bottles')} />
      <TextField {...field('bottled')} />
      <TextField {...field('format')} />
      <TextArea {...field('notes')} rows={3} />
      <Button kind="secondary">Make the sheet</Button>
    </Form>
  )
}
