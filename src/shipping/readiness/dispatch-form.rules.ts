import type { DispatchDays, Weekday } from './dispatch-days.rules.ts'
import { readDay } from '../tracking/tracking-file.rules.ts'

export type ReadDispatchForm =
  | { ok: true; changes: { dispatch: DispatchDays; senderZip: string } }
  | { ok: false; field: 'holidays' | 'daysBefore' }

const maxDaysBefore = 14
const maxHolidays = 60

export function readDispatchForm(form: FormData): ReadDispatchForm {
  const days = (name: string) =>
    form
      .getAll(name)
      .map(Number)
      .filter((day): day is Weekday => Number.isInteger(day) && day >= 0 && day <= 6)
  const lines = String(form.get('holidays') ?? '').split(/[\s,;]+/)
  const holidays = lines.filter(Boolean).map(readDay)
  if (holidays.length > maxHolidays || holidays.includes(undefined)) {
    return { ok: false, field: 'holidays' }
  }
  const daysBefore = Number(form.get('daysBefore') ?? 0)
  if (!Number.isInteger(daysBefore) || daysBefore < 0 || daysBefore > maxDaysBefore) {
    return { ok: false, field: 'daysBefore' }
  }
  return {
    ok: true,
    changes: {
      dispatch: {
        ground: days('ground'),
        overnight: days('overnight'),
        holidays: (holidays as string[]).toSorted(),
        daysBefore,
      },
      senderZip: String(form.get('senderZip') ?? '').trim(),
    },
  }
}
