export { comparePrices } from './compare-prices.ts'
export { createMissingPrices, createPrice } from './prices.ts'
export {
  labelBottles,
  makePictureSizes,
  setWinePicture,
  setWineSheet,
  typesetWineSheet,
  viewFile,
} from './wine-files.ts'
export { listWines, viewWine } from './view-wine.ts'
export { openPreview, viewPreview } from './preview.ts'
export { createWine, saveWine } from './save-wine.ts'
export { setOfferedWine } from './set-offered-wine.ts'
export { setStock } from './set-stock.ts'
export { setWineState } from './set-wine-state.ts'
export { viewReleases } from './view-releases.ts'
