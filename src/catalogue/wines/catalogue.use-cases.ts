export { createMissingPrices, createPrice } from '../prices/prices.actions.server.ts'
export {
  labelBottles,
  makePictureSizes,
  setWinePicture,
  setWineSheet,
  typesetWineSheet,
  viewFile,
} from './wine-files.actions.server.ts'
export { listWines, viewWine } from './view-wine.actions.server.ts'
export { createWine, saveWine } from './save-wine.actions.server.ts'
export { setOfferedWine } from '../stock/set-offered-wine.actions.server.ts'
export { setStock } from '../stock/set-stock.actions.server.ts'
export { setWineState } from './set-wine-state.actions.server.ts'
