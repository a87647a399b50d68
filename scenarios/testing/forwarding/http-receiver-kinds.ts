/** An event that an HTTP receiver got. */
export interface HttpEvent {
  id: string
  message: string
}

/** What a kind of HTTP receiver reads and answers. */
interface HttpReceiverKind {
  eventsOf(body: string): HttpEvent[]
  /** The body of its answer; `taken`: of each event, whether it was taken. Absent: an empty one. */
  answerTo?(taken: readonly boolean[]): string
}

export type HttpReceiverKindName = 'http' | 'hec' | 'elasticsearch' | 'loki' | 'otlp'

export const httpReceiverKinds: Readonly<Record<HttpReceiverKindName, HttpReceiverKind>> = {
  http: { eventsOf: body => linesOf<HttpEvent>(body) },
  hec: {
    eventsOf(body) {
      // Events follow each other without a separator.
      const events: { event: string; fields: { id: string } }[] = JSON.parse(
        `[${body.replaceAll('}{', '},{')}]`,
      )
      return events.map(({ event, fields: { id } }) => ({ id, message: event }))
    },
  },
  elasticsearch: {
    eventsOf: body =>
      linesOf<{ create: object } | { event: { id: string }; message: string }>(body).flatMap(line =>
        'create' in line ? [] : [{ id: line.event.id, message: line.message }],
      ),
    answerTo: taken =>
      JSON.stringify({
        errors: taken.includes(false),
        items: taken.map(isTaken => ({
          create: isTaken
            ? { status: 201 }
            : { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'queue capacity' } },
        })),
      }),
  },
  loki: {
    eventsOf(body) {
      const { streams }: { streams: { values: [time: string, line: string, { id: string }][] }[] } =
        JSON.parse(body)
      return streams.flatMap(({ values }) => values.map(([, message, { id }]) => ({ id, message })))
    },
  },
  otlp: {
    eventsOf(body) {
      const { resourceLogs }: { resourceLogs: { scopeLogs: { logRecords: OtlpRecord[] }[] }[] } =
        JSON.parse(body)
      const records = resourceLogs.flatMap(({ scopeLogs }) =>
        scopeLogs.flatMap(({ logRecords }) => logRecords),
      )
      return records.map(({ body, attributes }) => ({
        id: attributes.find(({ key }) => key === 'log.record.uid')?.value.stringValue ?? '',
        message: body.stringValue,
      }))
    },
    answerTo: () => '{}',
  },
}

interface OtlpRecord {
  body: { stringValue: string }
  attributes: { key: string; value: { stringValue?: string } }[]
}

function linesOf<Line>(body: string): Line[] {
  return body
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}
