import { useSiteSettings } from '../layout/use-site-settings.ts'
import type { ShopDates } from './dates.rules.ts'
import { shopDates } from './dates.rules.ts'

/** The formatter of the shop's time zone. */
export const useDates = (): ShopDates => shopDates(useTimeZone())

/** The day of a moment, such as `11/20/2026`. */
export const ShopDay = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{useDates().day(at)}</time>
)

/** A moment with its hour and zone, such as `11/20/2026, 3:04 PM PST`. */
export const ShopMoment = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{useDates().moment(at)}</time>
)

/** The time zone in which hours are shown. An error page may lack the root's data. */
export const useTimeZone = (): string => useSiteSettings()?.site.timeZone ?? 'America/Los_Angeles'
