import { adminWineCopy as copy } from './admin-wines.copy.ts'
import type { WineFields } from './wine-form.rules.ts'
import { wineFields } from './wine-form.rules.ts'
import type { CreatedWine, SavedWine } from './save-wine.actions.server.ts'
import type { WineResult } from './wine-form.tsx'
import { formResult, baseIn, conflictResponse } from '#platform/form/record-response.ts'

type NotCreated = Exclude<CreatedWine, { ok: true } | { reason: 'not-staff' }>
type NotSaved = Exclude<SavedWine, { ok: true } | { reason: 'not-staff' }>

export function resultOfCreate(created: NotCreated, values: WineFields): WineResult {
  return created.reason === 'exists'
    ? {
        ...formResult('invalid', values, { name: copy.errors.exists }),
        sentence: copy.errors.exists,
        status: 409,
      }
    : {
        ...formResult('invalid', values, created.errors),
        sentence: copy.errors.invalid,
        status: 400,
      }
}

export function resultOfSave(saved: NotSaved, values: WineFields, form: FormData): WineResult {
  switch (saved.reason) {
    case 'saved-elsewhere': {
      const edits = { base: baseIn<WineFields>(form, wineFields), yours: values }
      const now = { version: saved.wine.version, fields: saved.wine.fields, by: saved.by }
      return {
        ...conflictResponse(wineFields, edits, now),
        sentence: copy.errors['saved-elsewhere'],
        status: 409,
      }
    }
    case 'below-taken': {
      const sentence = copy.errors['below-taken'](saved.taken)
      return { ...formResult('invalid', values, { stock: sentence }), sentence, status: 409 }
    }
    case 'price-fixed': {
      const sentence = copy.errors['price-fixed']
      return { ...formResult('invalid', values, { price: sentence }), sentence, status: 409 }
    }
    case 'gone':
      return { ...formResult('gone', values), sentence: copy.errors.gone, status: 410 }
    case 'invalid':
      return {
        ...formResult('invalid', values, saved.errors),
        sentence: copy.errors.invalid,
        status: 400,
      }
  }
}
