import { constants } from 'node:zlib'

import type { FastifyCompressOptions } from '@fastify/compress'

/**
 * How responses made for one request are compressed: zstd where the client accepts it (a third of
 * brotli's time at the same size), else brotli or gzip. Bodies up to `syncThreshold` bytes, which
 * every page is, are compressed inline: another thread takes twice as long for half a millisecond
 * of work. Brotli's default window of 4 MiB is memory outside the heap: with it every twelfth page
 * made Node mark the whole heap.
 */
export const compression: FastifyCompressOptions = {
  encodings: ['zstd', 'br', 'gzip'],
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
  },
  zlibOptions: { level: 3 },
  syncThreshold: 256 * 1024,
  // A small body could be made to unpack into a large one.
  globalDecompression: false,
}
