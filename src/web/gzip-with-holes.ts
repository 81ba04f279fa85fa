import { constants, crc32, deflateRawSync } from 'node:zlib'

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty block that says it is the last. */
const end = Buffer.from([1, 0, 0, 0xff, 0xff])
const longestStored = 0xffff
const whole = { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH }

type Piece = { text: Buffer; packed: Buffer }

/**
 * Packs pieces of a text once, to be sent as one gzip file with other words between each two of them
 * every time. A gzip file is a chain of blocks (RFC 1951, section 3.2): the pieces' are compressed,
 * each for itself; the words' are stored as they are. There is one word fewer than there are pieces.
 */
export function gzipWithHoles(texts: readonly string[]): (words: readonly string[]) => Buffer {
  const pieces = texts.map((text) => pieceOf(Buffer.from(text)))
  return (words) => {
    const blocks: Buffer[] = [header]
    let sum = 0
    let length = 0
    const add = ({ text, packed }: Piece) => {
      blocks.push(packed)
      sum = crc32(text, sum)
      length += text.length
    }
    pieces.forEach((piece, index) => {
      if (index > 0) add(storedPiece(Buffer.from(words[index - 1]!)))
      add(piece)
    })
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(sum, 0)
    trailer.writeUInt32LE(length, 4)
    return Buffer.concat([...blocks, end, trailer])
  }
}

/** As small as it gets. */
function pieceOf(text: Buffer): Piece {
  const stored = storedPiece(text)
  const packed = deflateRawSync(text, whole)
  return packed.length < stored.packed.length ? { text, packed } : stored
}

function storedPiece(text: Buffer): Piece {
  const parts: Buffer[] = []
  for (let at = 0; at < text.length; at += longestStored) {
    const part = text.subarray(at, at + longestStored)
    const sizes = Buffer.alloc(5)
    sizes.writeUInt16LE(part.length, 1)
    sizes.writeUInt16LE(~part.length & 0xffff, 3)
    parts.push(sizes, part)
  }
  return { text, packed: parts.length === 0 ? text : Buffer.concat(parts) }
}
