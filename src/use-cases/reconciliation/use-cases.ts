export { reconcile } from './reconcile.ts'
export { requestReconciliation, viewReconciliation } from './view-reconciliation.ts'
