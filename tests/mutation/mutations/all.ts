import type { Mutation } from '../mutation.ts'
import { abuse } from './abuse.ts'
import { approvals, totals } from './approvals.ts'
import { compliance } from './compliance.ts'
import { domain } from './domain.ts'
import { identity } from './identity.ts'
import { licences } from './licences.ts'
import { money } from './money.ts'
import { orderChanges } from './order-changes.ts'
import { people } from './people.ts'
import { stateReports } from './reports.ts'
import { requests } from './requests.ts'
import { retention } from './retention.ts'
import { rules } from './rules.ts'
import { shipping } from './shipping.ts'
import { stateLimits } from './state-limits.ts'
import { stock } from './stock.ts'

export const mutations: readonly Mutation[] = [
  ...domain,
  ...compliance,
  ...money,
  ...stock,
  ...stateLimits,
  ...stateReports,
  ...identity,
  ...rules,
  ...shipping,
  ...orderChanges,
  ...people,
  ...requests,
  ...approvals,
  ...totals,
  ...retention,
  ...abuse,
  ...licences,
]
