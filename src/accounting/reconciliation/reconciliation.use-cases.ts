export { reconcile } from './reconcile.actions.server.ts'
export { requestReconciliation, viewReconciliation } from './view-reconciliation.actions.server.ts'
