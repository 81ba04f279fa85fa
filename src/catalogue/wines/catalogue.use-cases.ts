export { createPrice } from '../prices/prices.actions.server.ts'
export {
  makePictureSizes,
  setWinePicture,
  setWineSheet,
  typesetWineSheet,
  viewFile,
} from './wine-files.actions.server.ts'
export { createWine, saveWine } from './save-wine.actions.server.ts'
