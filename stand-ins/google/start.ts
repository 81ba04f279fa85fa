import { startGoogle } from './server.ts'

/** Runs the Google stand-in alone: GOOGLE_STANDIN_PORT and DATA_DIR say where. */
const port = Number(process.env['GOOGLE_STANDIN_PORT'] ?? 3003)
const google = await startGoogle({ port, dataDir: process.env['DATA_DIR'] ?? '.data' })
process.stderr.write(`The Google stand-in answers at ${google.issuer}\n`)
const stop = () => void google.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// A launcher that dies without a word takes its stand-ins with it.
process.once('disconnect', stop)
