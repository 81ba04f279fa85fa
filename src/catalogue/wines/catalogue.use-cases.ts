export { createMissingPrices, createPrice } from '../prices/prices.actions.server.ts'
export {
  labelBottles,
  makePictureSizes,
  setWinePicture,
  setWineSheet,
  typesetWineSheet,
  viewFile,
} from './wine-files.actions.server.ts'
export { createWine, saveWine } from './save-wine.actions.server.ts'
