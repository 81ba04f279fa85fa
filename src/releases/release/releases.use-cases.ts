export { setBehindYear } from '../allocations/behind-year.actions.server.ts'
export {
  buildAllocations,
  previewAllocations,
  viewAllocationRules,
} from '../allocations/build-allocations.actions.server.ts'
export {
  endRelease,
  pauseRelease,
  resumeRelease,
  scheduleRelease,
} from './change-release-state.actions.server.ts'
export { viewReleaseCheck } from '../check/check-release.actions.server.ts'
export { openRest, viewLeftovers } from '../leftovers/leftovers.actions.server.ts'
export { previewReleaseAs } from '../check/preview-release.actions.server.ts'
export { countRehearsals, refundRehearsals } from '../rehearsal/refund-rehearsals.actions.server.ts'
export {
  addAllocation,
  importAllocationFile,
  saveAllocation,
} from '../allocations/save-allocation.actions.server.ts'
export {
  createRelease,
  saveRelease,
  saveReleaseWines,
  viewChoosableWines,
  viewRelease,
} from './save-release.actions.server.ts'
export {
  takeOverFrom,
  viewEarlierReleases,
} from '../allocations/take-over-allocations.actions.server.ts'
export { processReleases } from './process-releases.actions.server.ts'
export { viewReleaseLive } from '../release-day/view-live.actions.server.ts'
export { viewReleaseDay } from '../release-day/view-release-day.actions.server.ts'
