export { reconcile } from './reconcile.actions.server.ts'
