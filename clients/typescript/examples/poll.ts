// Counts events of the last month and shows how far the query is: node poll.ts
import { Millrace } from '@millrace/client'

const { MILLRACE_URL: url = 'http://127.0.0.1:8080', MILLRACE_TOKEN: token = '' } = process.env
const millrace = new Millrace({ url, token })

const { totals, events } = await millrace.ask(
  'Search',
  { time_range: { preset: 'last_30_days' }, page_size: 3 },
  {
    onProgress: ({ progress }) => console.error(`${progress.toFixed()} %`),
    signal: AbortSignal.timeout(120_000),
  },
)
console.log(`${totals.count} events`)
for (const { last_occurrence_date, host, message } of events.objects) {
  console.log(`${last_occurrence_date} ${host} ${message}`)
}
