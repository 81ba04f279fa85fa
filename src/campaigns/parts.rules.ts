import type { ModuleParts } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** The parts of the admin that are of this module. */
export const campaignsParts = {
  joined: {
    title: 'Joined',
    page: paths.subscriberList(),
    action: 'edit-subscribers',
    group: 'customers',
    place: 2,
    isInBar: true,
  },
  campaigns: {
    title: 'Campaigns',
    page: paths.campaigns(),
    action: 'write-emails',
    group: 'email',
    place: 1,
  },
} as const satisfies ModuleParts
