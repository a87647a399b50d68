import { SeverityNumber } from '@opentelemetry/api-logs'
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { expect, test } from 'vitest'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const records = Number(process.env.LOGGER_EVENTS ?? 1_000)
const forms = [
  { word: 'otlpjson', Exporter: JsonExporter },
  { word: 'otlpproto', Exporter: ProtobufExporter },
]

const millrace = startMillrace()
const { client } = millrace

test.each(forms)(
  'the SDK of OpenTelemetry exports logs, $word: every record once',
  async ({ word, Exporter }) => {
    const exporter = new Exporter({
      url: `${millrace.url}/v1/logs`,
      headers: { authorization: `Bearer ${millrace.token}` },
    })
    const provider = new LoggerProvider({
      resource: resourceFromAttributes({
        'service.name': 'cart',
        'host.name': 'shop-1',
        'process.pid': 4711,
        'deployment.environment': 'prod',
      }),
      processors: [new BatchLogRecordProcessor({ exporter, maxQueueSize: 2 * records })],
    })
    const logger = provider.getLogger('scenario')
    const timestamp = Date.now() - 5_000
    const messages = Array.from({ length: records }, (_, i) => `${word} message ${i} of the SDK`)
    for (const body of messages) {
      logger.emit({
        body,
        timestamp,
        severityNumber: SeverityNumber.WARN,
        attributes: { list: ['a', 1, true] },
      })
    }
    await provider.shutdown()
    await until(`${records} records`, async () => (await client.count(word)).events >= records)
    const events = await client.events(word)
    expect(events.map(({ message }) => message).sort()).toEqual(messages.sort())
    for (const event of events) {
      expect(event).toMatchObject({
        first_occurrence: timestamp / 1_000,
        host: 'shop-1',
        program: 'cart',
        severity_name: 'WARNING',
        user_tags: { 'deployment.environment': 'prod' },
        counter: 1,
      })
    }
  },
)
