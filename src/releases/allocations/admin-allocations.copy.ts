import type { AllocationOrigin } from '#catalogue/on-sale/allocation.rules.ts'
import { maxUnits } from '#catalogue/on-sale/allocation.rules.ts'
import type { EarlierUnits } from '#catalogue/on-sale/allocation.rules.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { megabytes } from '#platform/text/number-words.copy.ts'
import { plural } from '#platform/text/plural.rules.ts'

import type { BuyerLack } from '../check/release-check.rules.ts'
import type { RowProblem } from './allocation-file.rules.ts'

/** The allocations of a release. */
export const adminAllocationsCopy = {
  title: 'Allocations',
  deleted: 'Deleted account',
  wine: 'Wine',
  wave: 'Wave',
  anyWave: 'Any',
  lacking: {
    address: 'Without an address',
    state: 'In a state that is not served',
    birthdate: 'Without a birthdate',
    emails: 'Without permission to email',
  } satisfies Record<BuyerLack, string>,
  fromOpening: 'From the opening',
  units: 'Units',
  bought: 'Bought',
  left: 'Left',
  origin: 'From',
  note: 'Note',
  origins: {
    rule: 'Rule',
    manual: 'By hand',
    file: 'File',
    grant: 'Granted request',
  } satisfies Record<AllocationOrigin, string>,
  fileIntro: `CSV with the columns email, wine, units and wave; at most ${csvFileLimits.rows.toLocaleString('en-US')} rows. It is read whole first: with one bad row, nothing is saved.`,
  earlierUnits: {
    allocated: 'As last time',
    bought: 'What they bought last time, at least 1',
  } satisfies Record<EarlierUnits, string>,
  imported: (rows: number) => `${plural(rows, 'allocation was', 'allocations were')} saved.`,
  moreRefused: (count: number) => `and ${count.toLocaleString('en-US')} more`,
  saved: (count: number) =>
    count === 0
      ? 'Nothing was changed.'
      : `${plural(count, 'allocation was', 'allocations were')} changed.`,
  refusedRows: (saved: number, refused: number) =>
    `${saved > 0 ? `${saved.toLocaleString('en-US')} saved. ` : ''}${
      refused === 1
        ? '1 row was not saved: see what it says.'
        : `${plural(refused, 'row')} were not saved: see what they say.`
    }`,
  needsAllocated: 'This release is open to everyone: it has no allocations.',
  needsWines: 'This release has no wines yet.',
  chooseWines: 'Choose wines',
  problems: {
    columns: 'the columns email, wine and units are needed, each once',
    'no-email': 'not an email address',
    'unknown-wine': 'not a wine of this release, or the name of several: give the id of the wine',
    'not-units': `a number from 0 to ${maxUnits}`,
    'unknown-wave': 'not a wave of this release',
    twice: 'this person and wine are already in the file',
    'unknown-email': 'no account has confirmed this email',
    'below-taken': 'fewer than are bought or in payment',
    'only-upwards': 'can only be raised while the release is open',
    'wave-fixed': 'can no longer be changed once the release is open',
  } satisfies Record<RowProblem, string>,
  errors: {
    gone: 'This allocation no longer exists.',
    fixed: 'These allocations can no longer be changed.',
    'not-units': `A whole number from 0 to ${maxUnits}, please.`,
    'unknown-email': 'No account has confirmed this email.',
    'unknown-wine': 'This wine is not in this release.',
    'unknown-wave': 'This wave is not in this release.',
    'below-taken': (taken: number) =>
      `${taken} are already bought or in payment; it can’t be fewer.`,
    'only-upwards': (units: number) =>
      `The release is open: units can only be raised, and they are ${units}.`,
    'not-enough': 'There is not enough wine left for that many.',
    'wave-fixed': 'The wave can no longer be changed.',
    'saved-elsewhere': (units: number, wave: string, by: string) =>
      `Changed in the meantime${by ? ` by ${by}` : ''}: ${units} units, ${wave}. Your own changes are in the fields: save again to keep them.`,
    exists: 'This person already has an allocation of this wine: change it in the list.',
    'too-large': `This file is too large: at most ${csvFileLimits.rows.toLocaleString('en-US')} rows and ${megabytes(csvFileLimits.bytes)}.`,
    'not-a-file': 'This could not be read as CSV in UTF-8. A quotation mark may be missing.',
    empty: 'There are no rows in this file.',
    'no-file': 'Please choose a file.',
  },
} as const
