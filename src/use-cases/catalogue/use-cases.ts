export { requestWine } from './ask-for-wine.ts'
export { comparePrices } from './compare-prices.ts'
export { createMissingPrices, createPrice } from './create-price.ts'
export { labelBottles } from './label-bottles.ts'
export { listWines } from './list-wines.ts'
export { openPreview } from './open-preview.ts'
export { createWine, saveWine } from './save-wine.ts'
export { setOfferedWine } from './set-offered-wine.ts'
export { setStock } from './set-stock.ts'
export { setWineState } from './set-wine-state.ts'
export { viewPreview } from './view-preview.ts'
export { viewReleases } from './view-releases.ts'
export { viewWine } from './view-wine.ts'
export {
  makePictureSizes,
  setWinePicture,
  setWineSheet,
  typesetWineSheet,
  viewFile,
} from './wine-files.ts'
