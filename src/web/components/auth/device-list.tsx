import { authCopy as copy } from '#domain/copy/identity.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './device-list.module.css'

type Device = {
  id: string
  name: string
  address: string
  lastUsedAt: string
  isThisOne: boolean
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Where somebody is signed in, each with a way to end it. */
export function DeviceList({ devices }: { devices: Device[] }) {
  return (
    <>
      <ul className={styles.devices}>
        {devices.map((device) => (
          <li key={device.id} className={styles.device}>
            <div>
              <strong>{device.name}</strong>
              <p className={styles.facts}>
                {device.isThisOne
                  ? copy.thisDevice
                  : `Last used ${day.format(new Date(device.lastUsedAt))}`}
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
      <form method="post" className={styles.all}>
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
