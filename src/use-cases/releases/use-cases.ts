export { setBehindYear } from './behind-year.ts'
export { buildAllocations, previewAllocations, viewAllocationRules } from './build-allocations.ts'
export { endRelease, pauseRelease, resumeRelease, scheduleRelease } from './change-release-state.ts'
export { viewReleaseCheck } from './check-release.ts'
export { openRest, viewLeftovers } from './leftovers.ts'
export { previewReleaseAs } from './preview-release.ts'
export { countRehearsals, refundRehearsals } from './refund-rehearsals.ts'
export { addAllocation, importAllocationFile, saveAllocation } from './save-allocation.ts'
export {
  createRelease,
  saveRelease,
  saveReleaseWines,
  viewChoosableWines,
  viewRelease,
} from './save-release.ts'
export { takeOverFrom, viewEarlierReleases } from './take-over-allocations.ts'
export { processReleases } from './process-releases.ts'
export { viewReleaseLive } from './view-live.ts'
export { viewReleaseDay } from './view-release-day.ts'
