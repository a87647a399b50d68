// Prints how many events the last minute has, whenever that changes; Ctrl-C ends it: node watch.ts
import { Millrace } from '@millrace/client'

const { MILLRACE_URL: url = 'http://127.0.0.1:8080', MILLRACE_TOKEN: token = '' } = process.env
const millrace = new Millrace({ url, token })
const ended = new AbortController()
process.once('SIGINT', () => ended.abort())

const params = { time_range: { preset: 'last_1_minutes' } }
const states = millrace.watch('EventRate', params, {
  signal: ended.signal,
  onReconnect: (error, waitMs) => console.error(`${error.message}; reconnects in ${waitMs} ms`),
})
for await (const { status, results } of states) {
  // There are none before the first results.
  if ('totals' in results) console.log(`${status} ${results.totals.sum}`)
}
