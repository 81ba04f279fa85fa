import { adminParts } from '#platform/admin/parts.rules.ts'

/** The page of a staff member's own data. */
export const ownStaffDataCopy = {
  title: adminParts.you.title,
  sessions: 'Where you are signed in',
  device: 'Device',
  signedIn: 'Signed in',
  lastUsed: 'Last used',
  thisOne: 'this device',
  end: 'End sessions, password and second factor',
  log: 'What you did',
  logHint: (most: number) =>
    `The last ${most} entries of the log, without the people they are about. All of them are in the file of your data.`,
  at: 'When',
  action: 'Action',
  none: 'Nothing that you did is in the log yet.',
} as const
