import { shopDates } from '../text/dates.rules.ts'
import type { Services } from './services.ts'

/**
 * The calendar day where the shop is, such as `2026-11-20`: rules of the calendar (an age, where wine may
 * go, a month) take it and never a moment, which has another day in UTC from the afternoon on.
 */
export const shopToday = ({ clock, settings }: Pick<Services, 'clock' | 'settings'>): string =>
  shopDates(settings.timeZone).isoDay(clock())
