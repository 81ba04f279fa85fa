import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const states = 'src/compliance/states'
const actions = `${states}/state-rules.actions.server.ts`
const actionsTest = `${states}/state-rules.actions.db.test.ts`
const dry = 'src/compliance/dry-places/dry-places.actions.server.ts'

/** Rules of states: who confirms them, when they hold, what they may limit. */
export const compliance: readonly Mutation[] = [
  ...inFile(`${states}/state-rule.rules.ts`, `${states}/state-rule.rules.test.ts`, [
    ['a limit of nothing', 'ml < limitMl.least || ml', 'ml'],
    ['a limit of any volume', 'ml < limitMl.least || ml > limitMl.most', 'ml < limitMl.least'],
    ['a bottle counts as a ml', 'number * bottleMl', 'number'],
    ['a version ends on the day it begins', 'addDays(from, 1)', 'from'],
  ]),
  ...inFile(actions, actionsTest, [
    ['two rules in force', 'if (other) return refuse(overlaps(other))', ''],
    [
      'a rule that is over is confirmed',
      'return refuse(`Version ${rule.version} is over. Please propose another.`)',
      'await Promise.resolve()',
    ],
    [
      'a confirmed rule ends a suspension',
      'if (before?.isSuspended && before.version < rule.version)',
      'if (!before)',
    ],
    ['a rule ends in the past', 'if (until < earliest)', 'if (until === earliest)'],
    [
      'the form of a rule ends a suspension',
      'rule.confirmedAt === null || rule.isSuspended)',
      'rule.confirmedAt === null)',
    ],
    [
      'a rule ends on the day of the shop',
      'const today = await dayOfState(tx, rule.state, now)',
      'const today = shopDay',
    ],
  ]),
  ...inFile(`${states}/served-state.ts`, actionsTest, [
    ['a rule for Utah', 'if (isServed(state, today)) return', 'if (today) return'],
  ]),
  ...inFile(`${states}/suspend-state.actions.server.ts`, actionsTest, [
    ['a state stays suspended for the day', 'if (until > today)', 'if (until === today)'],
  ]),
  ...inFile(dry, 'src/compliance/dry-places/dry-places.actions.db.test.ts', [
    [
      'a confirmed dry place is removed',
      'if (place?.confirmedBy)',
      "if (place?.confirmedBy === '')",
    ],
    [
      'a dry place ends on the day of the shop',
      "const today = await dayOfState(tx, stateOfZip(zip, shopDay) ?? '', now)",
      'const today = shopDay',
    ],
  ]),
]
