export { createPrice } from '../prices/prices.actions.server.ts'
export { makePictureSizes, viewFile } from './wine-files.actions.server.ts'
