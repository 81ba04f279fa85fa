import { describe, expect, it } from 'vitest'

import {
  pictureShapes,
  readPictureFile,
  uploadedPicture,
} from '#catalogue/pictures/picture.rules.ts'
import { isPictureName, shapeOf } from '#ui/pictures.ts'

describe('the name of an uploaded picture', () => {
  const sha256 = 'ab'.repeat(32)

  it('is a picture’s name to the pages, in the shape it was prepared in', () => {
    for (const shape of ['bottle', 'scene'] as const) {
      const name = uploadedPicture(sha256, shape)
      expect(isPictureName(name) && shapeOf(name)).toEqual(pictureShapes[shape])
    }
  })

  it('leads back to its file', () => {
    expect(readPictureFile(`${sha256}-640.avif`)).toEqual({ sha256, width: 640, format: 'avif' })
    expect(readPictureFile(`${sha256}-scene-480.webp`)).toMatchObject({ width: 480 })
    expect(readPictureFile(`${sha256}-480.webp`)).toBeNull()
    expect(readPictureFile('bottles-trio-480.webp')).toBeNull()
  })
})
