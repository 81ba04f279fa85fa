import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'

import { preparePicture } from '../pictures/sharp-pictures.server.ts'
import { rebuiltSheet } from '../sheets/rebuild-pdf.server.ts'
import type { Decoder } from './in-child.server.ts'

/** The process of `inChild`: reads a file, and writes a line of JSON and the bytes that were made of it. */
const decoders = { picture: preparePicture, sheet: rebuiltSheet } as const satisfies Record<
  Decoder,
  unknown
>

// The shop comes first: with the processor, and when the machine has no memory left.
setPriority(10)
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Not Linux.
}

const decode = decoders[process.argv[2] as Decoder]
const { bytes, ...made } = {
  bytes: Buffer.alloc(0),
  ...(await decode(await buffer(process.stdin))),
}
process.stdout.write(`${JSON.stringify(made)}\n`)
process.stdout.write(bytes)
