export { prepareMonth, readMovements } from './read-movements.actions.server.ts'
