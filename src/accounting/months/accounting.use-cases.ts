export { closeMonth, reopenMonth } from './close-month.actions.server.ts'
export { takeMonthFile } from './month-files.actions.server.ts'
export { prepareMonth, readMovements, requestMonth } from './read-movements.actions.server.ts'
export { viewAccounting, viewMonth } from './view-accounting.actions.server.ts'
