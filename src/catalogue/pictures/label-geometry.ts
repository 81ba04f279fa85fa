/**
 * Where the label of a rendered bottle lies in its picture: the camera and the bottle of
 * brand/scripts/bottle.py, in centimeters, so that lettering can be set over a render. Used by the
 * scripts of brand/ and for the labels of wines that staff made.
 */

/** A camera at (0, -distance, height) that looks at (0, 0, target); `span` fills the picture's height. */
export type Camera = { distance: number; height: number; target: number; span: number }

/** Where a bottle stands, and how far it is turned, in degrees. */
export type Place = { x: number; y: number; z: number; turn: number }

export type Size = { width: number; height: number }

/** A place on the label, from its lower left corner (0, 0) to its upper right (1, 1). */
type OnLabel = { u: number; v: number }

const body = { foot: 3.72, shoulder: 3.92, from: 0.42, to: 19.6 }
const label = { middle: 9.35, height: 11.5 * 0.93, width: 9 * 0.93, above: 0.012 }

/** The body widens a little towards the shoulder. */
function radiusAt(z: number): number {
  const part = (z - body.from) / (body.to - body.from)
  return body.foot + (body.shoulder - body.foot) * part + label.above
}

/** Returns a function from a pixel of the picture to its position on the label; null beside the bottle. */
export function labelAt(camera: Camera, place: Place, size: Size) {
  const tilt = Math.atan2(camera.target - camera.height, camera.distance)
  const perPixel = camera.span / camera.distance / size.height
  const from = { x: -place.x, y: -camera.distance - place.y, z: camera.height - place.z }
  const turn = (place.turn * Math.PI) / 180

  return (px: number, py: number): OnLabel | null => {
    const right = (px - size.width / 2) * perPixel
    const up = (size.height / 2 - py) * perPixel
    const ray = {
      x: right,
      y: Math.cos(tilt) - up * Math.sin(tilt),
      z: Math.sin(tilt) + up * Math.cos(tilt),
    }
    let z = label.middle
    let hit = null
    // The body is almost a cylinder: its radius at the intersection converges in a few iterations.
    for (let round = 0; round < 4; round++) {
      hit = meets(from, ray, radiusAt(z))
      if (!hit) return null
      z = hit.z
    }
    if (!hit) return null
    const around = Math.atan2(hit.y, hit.x) - turn + Math.PI / 2
    return {
      u: 0.5 + (around * radiusAt(z)) / label.width,
      v: 0.5 + (z - label.middle) / label.height,
    }
  }
}

type Point = { x: number; y: number; z: number }

/** The first intersection of a ray with an upright cylinder around the origin. */
function meets(from: Point, ray: Point, radius: number): Point | null {
  const a = ray.x ** 2 + ray.y ** 2
  const b = from.x * ray.x + from.y * ray.y
  const c = from.x ** 2 + from.y ** 2 - radius ** 2
  const root = b ** 2 - a * c
  if (root < 0) return null
  const far = (-b - Math.sqrt(root)) / a
  return { x: from.x + far * ray.x, y: from.y + far * ray.y, z: from.z + far * ray.z }
}

/** The camera of the picture of one bottle. */
export const bottleCamera: Camera = { distance: 150, height: 15.4, target: 15.5, span: 33.2 }
