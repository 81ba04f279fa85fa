import { useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, divided, letters } from '#ui/layout.ts'

import { authCopy as copy } from '../sign-in/sign-in.copy.ts'

type Device = {
  id: string
  name: string
  address: string
  signedInAt: string
  lastUsedAt: string
  /** By a link in an email. */
  isByEmail: boolean
  isThisOne: boolean
}

const shownAtOnce = 3

/** The account's login sessions, each with a button that ends it. */
export function DeviceList({ devices }: { devices: Device[] }) {
  const more = devices.slice(shownAtOnce)
  return (
    <>
      <Devices devices={devices.slice(0, shownAtOnce)} />
      {more.length > 0 && (
        <details>
          <summary className={letters.more}>{copy.moreDevices(more.length)}</summary>
          <Devices devices={more} />
        </details>
      )}
      <form method="post" className={cluster(2)}>
        {devices.length > 1 && (
          <Button kind="secondary" name="intent" value="sign-out-others">
            {copy.signOutOthers}
          </Button>
        )}
        <Button kind="secondary" name="intent" value="sign-out-everywhere">
          {copy.signOutEverywhere}
        </Button>
      </form>
    </>
  )
}

function Devices({ devices }: { devices: Device[] }) {
  const dates = useDates()
  return (
    <ul className={divided(1.5)}>
      {devices.map((device) => (
        <li key={device.id} className={cluster([1, 3], { justify: 'between' })}>
          <div>
            <strong>
              {device.isByEmail
                ? copy.signedInByEmail(device.name, dates.monthDay(new Date(device.signedInAt)))
                : device.name}
            </strong>
            <p className={classes(letters.quiet, letters.anywhere)}>
              {device.isThisOne
                ? copy.thisDevice
                : `Last used ${dates.day(new Date(device.lastUsedAt))}`}
              {device.address && ` · ${device.address}`}
            </p>
          </div>
          {!device.isThisOne && (
            <form method="post">
              <input type="hidden" name="device" value={device.id} />
              <Button
                kind="quiet"
                name="intent"
                value="sign-out-device"
                aria-label={`${copy.signOut} ${device.name}`}
              >
                {copy.signOut}
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}
