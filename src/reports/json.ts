import { eventRecord } from '../query/event-record.ts'
import { zoneNamed } from '../query/range/zone.ts'
import type { ReportDocument, Section } from './document.ts'
import type { Output } from './job.ts'
import { JsonByteWriter } from './json-byte-writer.ts'
import { eventJsonWriter } from './json-events.ts'
import { TextOutput } from './text-output.ts'
import { filePerSection } from './widget-zip.ts'
import type { SectionWriter } from './writer.ts'

/** Of a Search the events part with every match on one page; of every other type the whole query. */
const writeSection: SectionWriter = async (section, document, out, signal) => {
  const { query, failure, events, cursors, tables } = section
  const text = new TextOutput(out)
  const count = tables[0]?.count ?? 0
  if (cursors !== undefined) await writeBytes(cursors, count, document, out, signal)
  else if (events !== undefined) await writeEvents(events, count, document, text, signal)
  else text.add(JSON.stringify(failure ? { error: failure } : query))
  text.add('\n')
  await text.flush()
  return events !== undefined && count > document.maxRows ? { cappedFrom: count } : {}
}

/** A query as one file, a dashboard as a zip of one file a widget. */
export const writeJson = filePerSection('json', writeSection)

/** Everything in front of the events. `count`: how many match. When not all of them follow, this is the first of two or more pages. */
function headOf(count: number, maxRows: number): string {
  const pageSize = Math.max(1, Math.min(count, maxRows))
  const head = {
    page_number: 1,
    page_size: pageSize,
    offset: 0,
    page_count: Math.ceil(count / pageSize),
    item_count: count,
  }
  return `${JSON.stringify(head).slice(0, -1)},"objects":[`
}

/** The page of a widget, or all events as they are given. */
async function writeEvents(
  batches: NonNullable<Section['events']>,
  count: number,
  { timezone, maxRows }: ReportDocument,
  text: TextOutput,
  signal: AbortSignal,
): Promise<void> {
  const zone = zoneNamed(timezone)
  if (zone === undefined) throw new Error(`there is no time zone ${timezone}`)
  text.add(headOf(count, maxRows))
  let left = maxRows
  let comma = ''
  for await (const events of batches) {
    signal.throwIfAborted()
    for (const event of events) {
      if (left-- <= 0) break
      if (text.add(`${comma}${JSON.stringify(eventRecord(event, zone))}`)) await text.flush()
      comma = ','
    }
    if (left <= 0) break
  }
  text.add(']}')
}

/** All events, made of the bytes that they came in. */
async function writeBytes(
  cursors: NonNullable<Section['cursors']>,
  count: number,
  { timezone, maxRows }: ReportDocument,
  out: Output,
  signal: AbortSignal,
): Promise<void> {
  const bytes = new JsonByteWriter()
  const add = eventJsonWriter(timezone)
  bytes.ascii(headOf(count, maxRows))
  let left = maxRows
  for await (const event of cursors) {
    signal.throwIfAborted()
    for (; left > 0 && event.next(); left--) {
      if (left < maxRows) bytes.ascii(',')
      add(bytes, event)
      if (bytes.shouldFlush) await out.write(bytes.take())
    }
  }
  bytes.ascii(']}')
  await out.write(bytes.take())
}
