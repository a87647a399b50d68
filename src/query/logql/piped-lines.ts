import type { StoredEvent } from '../../schema/event/event.ts'
import { aliasesOf } from './labels.ts'
import { type LineQuery, type LogLine, lineOf } from './log-lines.ts'
import type { Pipeline } from './pipeline/pipeline.ts'

/** Runs stages on the lines of these events. Dropped lines are left out. */
export async function pipedLines(events: readonly StoredEvent[], pipeline: Pipeline): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for (const event of events) {
    const line = pipedLine(event, pipeline)
    if (line !== undefined) lines.push(line)
    const turn = pipeline.turn()
    if (turn) await turn
  }
  return lines
}

/** The first lines in a range that the stages keep, from events in order. */
export async function firstPipedLines(
  events: AsyncIterable<readonly StoredEvent[]>,
  { from, to, limit }: LineQuery,
  pipeline: Pipeline,
): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for await (const batch of events) {
    for (const event of batch) {
      if (event.ts < from || event.ts >= to) continue
      const line = pipedLine(event, pipeline)
      if (line !== undefined && lines.push(line) >= limit) return lines
      const turn = pipeline.turn()
      if (turn) await turn
    }
  }
  return lines
}

function pipedLine(event: StoredEvent, pipeline: Pipeline): LogLine | undefined {
  const { at, ...line } = lineOf(event)
  const piped = pipeline.run({ ...line, at, aliases: aliasesOf(event) })
  if (piped === undefined) return undefined
  const { labels } = piped
  pipeline.keep(labels.characters + piped.text.length)
  return {
    at,
    text: piped.text,
    stream: labels.of('stream'),
    metadata: labels.of('metadata'),
    parsed: labels.of('parsed'),
  }
}
