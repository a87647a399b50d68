import { expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import type { ExtraFieldsMode } from '../../schema/event/extra-fields.ts'
import { BodyText } from '../body/body-text.ts'
import type { Protocol } from '../body/submission.ts'
import { ValueBudget } from '../body/value-budget.ts'
import { Enrichment } from '../enrichment.ts'
import { EventReader } from '../http/event-reader.ts'
import { decodeJson } from '../listen/decode-json.ts'
import { EventBuilder } from '../receivers/event-builder.ts'
import { receivers } from '../receivers/table.ts'
import { parseSyslog } from '../syslog/parse.ts'

const context = { receivedAt: Date.UTC(2026, 0, 2) * 1_000, sender: '192.0.2.1' }

function syslog(data: string, id = '-'): ParsedEvent {
  const line = Buffer.from(`<38>1 2026-01-02T03:04:05Z h app 77 ${id} ${data} text`)
  return parseSyslog(line, 0, line.length, context)
}

function jsonLine(value: object): ParsedEvent {
  const line = Buffer.from(JSON.stringify(value))
  return decodeJson(line, 0, line.length, context, line.length)
}

function incoming(value: object): ParsedEvent {
  const event = new EventReader('192.0.2.1', context.receivedAt).read(value, 0)
  if (event === undefined) throw new Error('the event is sound')
  return event
}

async function enriched(event: ParsedEvent, mode: ExtraFieldsMode = 'structured_data') {
  const omitted = (await Enrichment.open({ extraFields: mode }, () => {}))?.afterRules(event) ?? 0
  return { tags: { ...event.tags }, omitted }
}

test.each<[data: string, tags: Record<string, string>]>([
  ['-', {}],
  ['[ctx@32473 env="prod" region="eu"]', { env: 'prod', region: 'eu' }],
  ['[a@1 env="x"][b@1 env="y" b="z"]', { 'a@1.env': 'x', 'b@1.env': 'y', b: 'z' }],
  [
    '[junos@2636.1.1.1.2.26 source-address="192.0.2.7" a.b="1"]',
    { 'source-address': '192.0.2.7', 'a.b': '1' },
  ],
  ['[origin ip="192.0.2.1" ip="192.0.2.2" software="x"]', { ip: '192.0.2.1, 192.0.2.2', software: 'x' }],
  ['[a@1 host="h" empty="" __proto__="p" constructor="c"]', { host: 'h', constructor: 'c' }],
  // They differ from message to message.
  ['[meta sequenceId="7" sysUpTime="9" language="de"]', { language: 'de' }],
  ['[timeQuality tzKnown="1" syncAccuracy="1234"]', { tzKnown: '1' }],
])('structured data %s', async (data, tags) => {
  expect(await enriched(syslog(data, 'ID47'))).toEqual({ tags, omitted: 0 })
  expect(await enriched(syslog(data, 'ID47'), 'all')).toEqual({ tags, omitted: 0 })
  expect(await enriched(syslog(data, 'ID47'), 'off')).toEqual({ tags: {}, omitted: 0 })
})

test('user tags of a line of JSON that are objects or lists become tags as other members do', async () => {
  const line = jsonLine({
    message: 'm',
    labels: { env: 'label' },
    user_tags: { env: 'prod', net: { ip: '192.0.2.7' }, roles: ['a', 'b'] },
  })
  expect(line.tags).toEqual({ env: 'prod' })
  const { tags } = await enriched(line, 'all')
  expect(tags).toEqual({ env: 'prod', 'user_tags.net.ip': '192.0.2.7', 'user_tags.roles': 'a, b' })
})

test('a tag that is there stays', async () => {
  const event = syslog('[a@1 env="x" zone="z"]')
  event.tags = Object.freeze({ env: 'rule' })
  expect(await enriched(event)).toEqual({ tags: { env: 'rule', zone: 'z' }, omitted: 0 })
})

test('32 fields of 4,096 characters; the rest is counted', async () => {
  const many = (count: number): string => Array.from({ length: count }, (_, i) => `p${i}="v"`).join(' ')
  const of34 = await enriched(syslog(`[a@1 ${many(34)}]`))
  expect(Object.keys(of34.tags)).toEqual(Array.from({ length: 32 }, (_, i) => `p${i}`))
  expect(of34.omitted).toBe(2)
  // Fields that the parser dropped are counted too.
  expect((await enriched(syslog(`[a@1 ${many(210)}]`))).omitted).toBe(178)
  const long = await enriched(syslog(`[a@1 a="${'x'.repeat(4_097)}" b="${'\\"'.repeat(4_096)}"]`))
  expect([long.tags.a?.length, long.tags.b, long.omitted]).toEqual([4_096, '"'.repeat(4_096), 1])
  const full = syslog('[a@1 x="1" y="2"]')
  for (let i = 0; i < 255; i++) full.tags[`t${i}`] = 'v'
  expect((await enriched(full)).omitted).toBe(1)
})

test.each<[name: string, event: () => ParsedEvent, tags: Record<string, string>]>([
  [
    'of an event',
    () =>
      incoming({
        message: 'm',
        user_tags: { own: '1' },
        own: 'no',
        extra_fields: { event_id: 4_624, message: 'm', host: 'h', PID: '7', MSGID: 'x' },
        json: { user: { name: 'bob', ids: [1, 2] } },
        deep: { list: [{ a: 1 }], yes: true, none: null },
      }),
    {
      own: '1',
      event_id: '4624',
      'json.user.name': 'bob',
      'json.user.ids': '1, 2',
      'deep.yes': 'true',
    },
  ],
  [
    'of a JSON line',
    () =>
      jsonLine({
        '@timestamp': '2026-01-02T03:04:05Z',
        message: 'm',
        host: { name: 'h', ip: ['192.0.2.1'] },
        log: { level: 'warn', logger: 'com.example.A' },
        labels: { env: 'prod' },
        tags: ['a'],
        user_tags: { own: '1' },
        http: { response: { status_code: 500 } },
        type: 'access',
      }),
    {
      env: 'prod',
      tags: 'a',
      own: '1',
      'host.ip': '192.0.2.1',
      'http.response.status_code': '500',
      type: 'access',
    },
  ],
  [
    'of a document whose labels hold objects and lists',
    () =>
      received(
        'elasticsearch',
        {
          message: 'm',
          labels: { env: 'prod', team: { name: 'shop' }, zones: ['a', 'b'] },
          fields: { message: 'other', site: 'A', rack: { row: 3 } },
        },
        '/index/_doc',
      ),
    {
      env: 'prod',
      'labels.team.name': 'shop',
      'labels.zones': 'a, b',
      message: 'other',
      site: 'A',
      'fields.rack.row': '3',
      index: 'index',
    },
  ],
])('all: unknown members %s', async (_, event, tags) => {
  expect(await enriched(event(), 'all')).toEqual({ tags, omitted: 0 })
  const own = { ...event().tags }
  expect(await enriched(event())).toEqual({ tags: own, omitted: 0 })
})

function received(protocol: Protocol, body: object, path = ''): ParsedEvent {
  const builder = new EventBuilder().setOrigin('192.0.2.1', context.receivedAt)
  const bytes = Buffer.from(JSON.stringify(body))
  const request = {
    path,
    query: '',
    contentType: 'application/json',
    bytes,
    body: new BodyText(bytes),
    builder,
    budget: new ValueBudget(),
  }
  const { value } = receivers[protocol].read(request).next()
  if (value === undefined || 'respond' in value) throw new Error('no event')
  return value
}

const stack = `Error: boom\n${'    at f (a.js:1:2)\n'.repeat(500)}`

test.each<[name: string, event: () => ParsedEvent, kept: Record<string, string>]>([
  [
    'OTLP: ids and attributes',
    () =>
      received('otlp', {
        resourceLogs: [
          {
            scopeLogs: [
              {
                logRecords: [
                  {
                    body: { stringValue: 'm' },
                    traceId: '5b8efff798038103d269b633813fc60c',
                    spanId: 'eee19b7ec3c1b174',
                    attributes: [
                      { key: 'exception.stacktrace', value: { stringValue: stack } },
                      { key: 'http.status', value: { intValue: '500' } },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      }),
    {
      trace_id: '5b8efff798038103d269b633813fc60c',
      span_id: 'eee19b7ec3c1b174',
      'exception.stacktrace': stack,
      'http.status': '500',
    },
  ],
  [
    'Loki: structured metadata',
    () =>
      received('loki', {
        streams: [
          { stream: { app: 'a' }, values: [['1767225598123457000', 'm', { trace_id: 'abc', user: 'u' }]] },
        ],
      }),
    { trace_id: 'abc', user: 'u' },
  ],
  [
    'GELF: numbers and long texts',
    () => received('gelf', { version: '1.1', host: 'h', short_message: 'm', _stack: stack, _status: 500 }),
    { stack, status: '500' },
  ],
  [
    'HEC: the stack of pino',
    () =>
      received(
        'splunk',
        { event: { level: 50, msg: 'm', err: { type: 'Error', message: 'boom', stack } } },
        '/event',
      ),
    { 'err.type': 'Error', 'err.message': 'boom', 'err.stack': stack },
  ],
  [
    'Elastic Common Schema',
    () =>
      jsonLine({
        message: 'm',
        trace: { id: 't1' },
        'span.id': 's1',
        error: { stack_trace: stack, type: 'E' },
        other: 'x',
      }),
    { 'trace.id': 't1', 'span.id': 's1', 'error.stack_trace': stack, 'error.type': 'E' },
  ],
  [
    'ecs-logging and JsonTemplateLayout, names with dots',
    () =>
      jsonLine({
        message: 'm',
        'error.type': 'E',
        'error.message': 'boom',
        'error.stack_trace': stack,
        'event.dataset': 'shop',
        'mdc.traceId': 't1',
        'mdc.user': 'bob',
      }),
    { 'error.type': 'E', 'error.message': 'boom', 'error.stack_trace': stack, 'mdc.traceId': 't1' },
  ],
  [
    'OpenTelemetry as JSON, and Datadog',
    () => jsonLine({ message: 'm', 'exception.stacktrace': stack, 'error.kind': 'E', 'dd.span_id': 's1' }),
    { 'exception.stacktrace': stack, 'error.kind': 'E', 'dd.span_id': 's1' },
  ],
  [
    'AWS Lambda, Sidekiq, Serilog.Sinks.Elasticsearch',
    () =>
      jsonLine({
        message: 'm',
        errorType: 'E',
        errorMessage: 'boom',
        backtrace: ['a.rb:1', 'b.rb:2'],
        exceptions: [{ Depth: 0, StackTraceString: 'at A' }],
      }),
    {
      errorType: 'E',
      errorMessage: 'boom',
      backtrace: 'a.rb:1, b.rb:2',
      exceptions: '[{"Depth":0,"StackTraceString":"at A"}]',
    },
  ],
  ['logstash-logback-encoder', () => jsonLine({ message: 'm', stack_trace: stack }), { stack_trace: stack }],
  [
    'zap',
    () => jsonLine({ msg: 'm', stacktrace: stack, errorVerbose: 'e' }),
    { stacktrace: stack, errorVerbose: 'e' },
  ],
  ['Python', () => jsonLine({ message: 'm', exc_info: stack }), { exc_info: stack }],
  [
    'Serilog',
    () => jsonLine({ '@m': 'm', '@x': stack, '@tr': 't', '@sp': 's' }),
    { '@x': stack, '@tr': 't', '@sp': 's' },
  ],
  [
    'Monolog',
    () =>
      jsonLine({
        message: 'm',
        context: { user: 1, exception: { class: 'E', trace: ['a.php:1', 'b.php:2'] } },
      }),
    { 'context.exception.class': 'E', 'context.exception.trace': 'a.php:1, b.php:2' },
  ],
  [
    'log4j, frames as objects',
    () => jsonLine({ message: 'm', thrown: { name: 'E', extendedStackTrace: [{ class: 'A', line: 7 }] } }),
    { thrown: '{"name":"E","extendedStackTrace":[{"class":"A","line":7}]}' },
  ],
  [
    '/incoming: extra_fields',
    () => incoming({ message: 'm', extra_fields: { trace_id: 't1', seen: 'by rules' } }),
    { trace_id: 't1' },
  ],
])('kept by default: %s', async (_, event, kept) => {
  const { tags, omitted } = await enriched(event())
  const own = event().tags
  expect(Object.fromEntries(Object.entries(tags).filter(([name]) => own[name] === undefined))).toEqual(kept)
  expect(omitted).toBe(0)
  expect((await enriched(event(), 'off')).tags).toEqual({ ...own })
})

test('all: what finds no room of one event is counted', async () => {
  const members = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`m${i}`, i]))
  const { tags, omitted } = await enriched(
    incoming({ message: 'm', big: 'x'.repeat(5_000), ...members }),
    'all',
  )
  expect([Object.keys(tags).length, tags.big?.length, omitted]).toEqual([32, 4_096, 670])
})
