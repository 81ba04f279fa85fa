export { changeCart } from './change-cart.actions.server.ts'
export { viewCart } from './view-cart.actions.server.ts'
export { openPreview, viewPreview } from '../release-cards/preview.actions.server.ts'
export { viewReleases } from '../release-cards/view-releases.actions.server.ts'
