import { zoneName } from '#platform/text/typed-hour.rules.ts'
import { letters, pairs } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

type Props = {
  hours: { opensAt: string; closesAt: string; promiseUntil: string }
  errors: Partial<Record<string, string>>
  timeZone: string
}

/** When a release opens and closes, and until when its promises are kept. */
export function HoursFields({ hours, errors, timeZone }: Props) {
  const field = (name: keyof Props['hours']) => ({
    name,
    defaultValue: hours[name],
    error: errors[name],
    type: 'datetime-local',
  })
  return (
    <>
      <p className={letters.quiet}>Hours are {zoneName(timeZone)}.</p>
      <div className={pairs(2, 3)}>
        <TextField {...field('opensAt')} label="Opens" />
        <TextField {...field('closesAt')} label="Closes" />
        <TextField
          {...field('promiseUntil')}
          label="Promises end"
          hint="Leave empty for when it closes."
        />
      </div>
    </>
  )
}
