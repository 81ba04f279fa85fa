// Delivers the outbox of a database from a separate process, with the arguments DATABASE and SMTP.
import { smtpTransport } from '#mail/transports/smtp-transport.adapter.server.ts'
import { openDatabase, openPool } from '#platform/database/connection.server.ts'

import { openOutbox } from './outbox.ts'

const [, , databaseUrl, smtpUrl] = process.argv

// However the test ends, its process does not stay behind.
process.on('disconnect', () => process.exit())
openOutbox(openDatabase(openPool(databaseUrl!, 4)), smtpTransport({ url: smtpUrl! }))
