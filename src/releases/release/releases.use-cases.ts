export {
  buildAllocations,
  previewAllocations,
} from '../allocations/build-allocations.actions.server.ts'
export {
  addAllocation,
  importAllocationFile,
  saveAllocation,
} from '../allocations/save-allocation.actions.server.ts'
export { createRelease, saveRelease } from './save-release.actions.server.ts'
export { takeOverFrom } from '../allocations/take-over-allocations.actions.server.ts'
export { processReleases } from './process-releases.actions.server.ts'
