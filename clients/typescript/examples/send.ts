// Sends a batch of events and says when it is on disk: node send.ts
import { Millrace, MillraceError } from '@millrace/client'

const { MILLRACE_URL: url = 'http://127.0.0.1:8080', MILLRACE_TOKEN: token = '' } = process.env
const millrace = new Millrace({ url, token })

const events = ['started', 'cannot reach the database', 'stopped'].map(message => ({
  host: 'app-1',
  program: 'shop',
  message,
}))
try {
  await millrace.send(events)
  console.log(`${events.length} events are on disk`)
} catch (error) {
  if (!(error instanceof MillraceError)) throw error
  // A batch with a bad event is refused as a whole; the body names each by its index.
  console.error(error.code, JSON.stringify(error.body))
  process.exitCode = 1
}
