import type { Read, Scope, TemplateDetails } from '../../contract/event-store.ts'
import { list, literalChunks, secondsIn, text } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'

/**
 * Details of templates; see EventStore. Messages are expensive to read. So the first statement finds the last
 * second of each template, and the second one reads messages only in these seconds, which the table's key
 * finds.
 */
export async function templateDetails(
  context: ReadContext,
  scope: Scope,
  templates: readonly string[],
  read: Read,
): Promise<TemplateDetails[]> {
  const found: TemplateDetails[] = []
  for (const chunk of literalChunks(templates.map(text))) {
    const ofChunk = `template IN (${list(chunk)})`
    const spans = await context.client.select(
      `SELECT template, toUnixTimestamp(min(sec)), toUnixTimestamp(max(sec)), min(severity)
       FROM ${rowsFrom(scope, context, ['template', 'sec', 'severity'], ofChunk)} GROUP BY template`,
      read,
    )
    if (spans.length === 0) continue
    const seconds = new Set(spans.map(([, , last]) => Number(last)))
    const rows = rowsFrom(
      scope,
      context,
      ['template', 'message', 'ts', 'id'],
      `sec IN (${secondsIn(seconds)}) AND ${ofChunk}`,
    )
    const examples = await context.client.select(
      `SELECT template, argMax(message, (ts, id)) FROM ${rows} GROUP BY template`,
      read,
    )
    const exampleOf = new Map(examples.map(([template, message]) => [String(template), String(message)]))
    for (const [template, first, last, severity] of spans) {
      found.push({
        template: String(template),
        first: Number(first),
        last: Number(last),
        severity: Number(severity),
        example: exampleOf.get(String(template)) ?? '',
      })
    }
  }
  return found
}
