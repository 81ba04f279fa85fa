export { closeMonth, reopenMonth } from './close-month.ts'
export { takeMonthFile } from './month-files.ts'
export { prepareMonth, readMovements, requestMonth } from './read-movements.ts'
export { viewAccounting, viewMonth } from './view-accounting.ts'
