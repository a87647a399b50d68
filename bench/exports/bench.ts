import { answerOf } from '../../src/reports/testing/answers.ts'
import { batchWith, StandingEvents, storedEvent } from '../../src/reports/testing/event-stream.ts'
import { openReportRenderer } from '../../src/reports/worker/renderer.ts'
import type { ExportFormat } from '../../src/schema/reports/export-format.ts'
import { benchProductExports } from './product.ts'

const rows = 1_000_000
const batchRows = 4_000
const from = 1_767_225_600
const formats: readonly ExportFormat[] = ['csv', 'json', 'xlsx']
const mebibyte = 2 ** 20

/** A million events as files: from batches as the engine writes them to bytes, without a client. */
export async function benchExports(): Promise<string> {
  const lines: string[] = []
  for (const format of formats) lines.push(await lineOf(format))
  return [
    `${rows.toLocaleString('en')} firewall events of about 230 bytes, drawn in a worker thread. The reads of the engine are not in it (they`,
    'run in its own process meanwhile). Memory: what this process grew by at most, the thread and its code included;',
    'formats take turns in one process, so what the first has asked for is there for the next.',
    '',
    '| format | seconds | rows/s | processor seconds | MiB written | memory |',
    '|---|--:|--:|--:|--:|--:|',
    ...lines,
    '',
    await benchProductExports(),
  ].join('\n')
}

async function lineOf(format: ExportFormat): Promise<string> {
  const renderer = openReportRenderer({ log: message => console.error(message) })
  const events = new StandingEvents(Array.from({ length: rows / batchRows }, () => batch))
  const parts = [{ title: 'Events', answer: { query: search, timezone: 'UTC', events } }]
  const job = { format, title: 'Events', kind: 'query', parts, timezone: 'Europe/Berlin' } as const
  const rest = process.memoryUsage.rss()
  let peak = rest
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const { bytes } = await renderer.render(
    { ...job, generatedAt: from, host: 'bench' },
    { write: async () => {} },
    new AbortController().signal,
  )
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  await renderer.close()
  const rate = Math.round(rows / seconds).toLocaleString('en')
  const worked = ((user + system) / 1e6).toFixed(1)
  const [written, grown] = [bytes, peak - rest].map(size => Math.round(size / mebibyte))
  return `| ${format} | ${seconds.toFixed(1)} | ${rate} | ${worked} | ${written} | ${grown} MiB |`
}

const search = answerOf('Search', {
  totals: { ts_from: from, ts_to: from + 3_600, count: rows, occurrences: rows },
  events: { page_number: 1, page_size: 100, offset: 0, page_count: 1, item_count: rows, objects: [] },
})

const batch = batchWith(
  Array.from({ length: batchRows }, (_, index) =>
    storedEvent(2 ** 50 + index, {
      ts: Math.round((from + index / 30) * 1_000_000),
      last: Math.round((from + index / 30) * 1_000_000),
      message: `%ASA-6-302013: Built outbound TCP connection ${index} for outside:198.51.100.${index % 255}/443 to inside:10.0.0.${index % 99}`,
      tags: index % 3 === 0 ? { user: `u${index % 9}` } : {},
    }),
  ),
)
