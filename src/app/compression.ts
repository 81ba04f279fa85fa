import { constants } from 'node:zlib'

import type { FastifyCompressOptions } from '@fastify/compress'

/**
 * Compression of responses that are not cached: zstd where the client accepts it (a third of brotli's
 * time at the same size), else brotli or gzip. Bodies up to `syncThreshold` bytes, which includes every
 * page, are compressed on the main thread: a worker thread takes twice as long for half a millisecond of
 * work. Brotli's window is small: its default of 4 MiB, outside the heap, caused a full garbage
 * collection every twelfth page.
 */
export const compression: FastifyCompressOptions = {
  encodings: ['zstd', 'br', 'gzip'],
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
  },
  zlibOptions: { level: 3 },
  syncThreshold: 256 * 1024,
  // A small compressed body can expand into a large one.
  globalDecompression: false,
}
