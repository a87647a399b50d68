import { describe, expect, it, test } from 'vitest'
import { receivers } from './table.ts'
import { encodeProtobuf, type Field } from './testing/encode-protobuf.ts'
import { event, readWith, responseContent } from './testing/read-with.ts'

const protobuf = { contentType: 'application/x-protobuf' }

/** A value of JSON as an AnyValue of the protocol's JSON, and as one of protobuf. */
const attribute = (key: string, value: object) => ({ key, value })
const text = (value: string): Field[] => [{ field: 1, bytes: value }]
const pair = (field: number, key: string, value: Field[]): Field => ({
  field,
  message: [
    { field: 1, bytes: key },
    { field: 2, message: value },
  ],
})

const jsonRequest = {
  resourceLogs: [
    {
      resource: {
        attributes: [
          attribute('service.name', { stringValue: 'cart' }),
          attribute('host.name', { stringValue: 'web-1' }),
          attribute('process.pid', { intValue: '4711' }),
          attribute('deployment.environment', { stringValue: 'prod' }),
          attribute('replicas', { intValue: '3' }),
        ],
      },
      scopeLogs: [
        {
          scope: { name: 'com.shop' },
          logRecords: [
            {
              timeUnixNano: '1767225598123456789',
              observedTimeUnixNano: '1767225599000000000',
              severityNumber: 17,
              severityText: 'Error',
              body: { stringValue: 'card refused' },
              attributes: [
                attribute('http.status', { intValue: '-5' }),
                attribute('ratio', { doubleValue: 0.5 }),
                attribute('flag', { boolValue: true }),
                attribute('blob', { bytesValue: 'AAE=' }),
                attribute('list', { arrayValue: { values: [{ stringValue: 'a' }, { intValue: 1 }] } }),
              ],
              traceId: '5b8efff798038103d269b633813fc60c',
              spanId: 'eee19b7ec3c1b174',
              eventName: 'payment',
            },
            {
              observedTimeUnixNano: '1767225599000000000',
              body: { kvlistValue: { values: [attribute('k', { stringValue: 'v' })] } },
            },
          ],
        },
      ],
    },
  ],
}

const protobufRequest = encodeProtobuf([
  {
    field: 1,
    message: [
      {
        field: 2,
        message: [
          { field: 1, message: [{ field: 1, bytes: 'com.shop' }] },
          {
            field: 2,
            message: [
              { field: 1, fixed64: 1767225598123456789n },
              { field: 2, varint: 17 },
              { field: 3, bytes: 'Error' },
              { field: 5, message: text('card refused') },
              pair(6, 'http.status', [{ field: 3, varint: -5n }]),
              pair(6, 'ratio', [{ field: 4, double: 0.5 }]),
              pair(6, 'flag', [{ field: 2, varint: 1 }]),
              pair(6, 'blob', [{ field: 7, bytes: Buffer.from([0, 1]) }]),
              pair(6, 'list', [
                {
                  field: 5,
                  message: [
                    { field: 1, message: text('a') },
                    { field: 1, message: [{ field: 3, varint: 1 }] },
                  ],
                },
              ]),
              { field: 7, varint: 0 },
              { field: 8, fixed32: 1 },
              { field: 9, bytes: Buffer.from('5b8efff798038103d269b633813fc60c', 'hex') },
              { field: 10, bytes: Buffer.from('eee19b7ec3c1b174', 'hex') },
              { field: 11, fixed64: 1767225599000000000n },
              { field: 12, bytes: 'payment' },
            ],
          },
          {
            field: 2,
            message: [
              { field: 11, fixed64: 1767225599000000000n },
              { field: 5, message: [{ field: 6, message: [pair(1, 'k', text('v'))] }] },
            ],
          },
        ],
      },
      // After the attributes it belongs to, as protobuf allows.
      {
        field: 1,
        message: [
          pair(1, 'service.name', text('cart')),
          pair(1, 'host.name', text('web-1')),
          pair(1, 'process.pid', [{ field: 3, varint: 4711 }]),
          pair(1, 'deployment.environment', text('prod')),
          pair(1, 'replicas', [{ field: 3, varint: 3 }]),
        ],
      },
    ],
  },
])

const common = { host: 'web-1', program: 'cart', tags: { 'deployment.environment': 'prod', replicas: '3' } }
const wanted = [
  event({
    ...common,
    ts: 1767225598_123456,
    severity: 3,
    message: 'card refused',
    extra: {
      'process.pid': 4711,
      'http.status': -5,
      ratio: 0.5,
      flag: true,
      blob: 'AAE=',
      list: ['a', 1],
      'otel.scope.name': 'com.shop',
      'event.name': 'payment',
      trace_id: '5b8efff798038103d269b633813fc60c',
      span_id: 'eee19b7ec3c1b174',
    },
  }),
  event({
    ...common,
    ts: 1767225599_000000,
    message: '{"k":"v"}',
    extra: { 'process.pid': 4711, 'otel.scope.name': 'com.shop' },
  }),
]

test('a record that was a syslog message has its own host and program, not the collector’s', () => {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  const { events } = readWith(
    'otlp',
    JSON.stringify({
      resourceLogs: [
        {
          resource: { attributes: [attribute('host.name', 'relay-1'), attribute('service.name', 'otelcol')] },
          scopeLogs: [
            {
              logRecords: [
                {
                  body: { stringValue: 'm' },
                  attributes: [
                    attribute('hostname', 'web-1'),
                    attribute('appname', 'sshd'),
                    attribute('facility', 'auth'),
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  )
  expect(events).toMatchObject([
    {
      host: 'web-1',
      program: 'sshd',
      facility: 4,
      tags: { 'host.name': 'relay-1', 'service.name': 'otelcol' },
    },
  ])
})

describe('an export of logs', () => {
  it('in JSON', () => {
    const { events, reply } = readWith('otlp', JSON.stringify(jsonRequest))
    expect(events).toEqual(wanted)
    expect(responseContent(reply)).toEqual([200, {}])
  })

  it('in protobuf says the same, and is answered in protobuf', () => {
    const { events, reply } = readWith('otlp', protobufRequest, protobuf)
    expect(events).toEqual(wanted)
    expect(reply).toEqual({ status: 200, type: 'application/x-protobuf', body: new Uint8Array(0) })
  })

  it('without logs is one', () => {
    expect(readWith('otlp', '{}').events).toEqual([])
    expect(readWith('otlp', '', protobuf).events).toEqual([])
  })

  // The table of the log data model, and names of the enumeration.
  it.each<[unknown, string, number]>([
    [1, '', 7],
    [8, '', 7],
    [9, '', 6],
    [10, '', 5],
    [13, '', 4],
    [17, '', 3],
    [18, '', 2],
    [19, '', 1],
    [21, '', 0],
    [24, '', 0],
    [0, 'WARNING', 4],
    [0, 'odd', 6],
    [25, '', 6],
    ['SEVERITY_NUMBER_WARN', '', 4],
    ['SEVERITY_NUMBER_ERROR2', '', 2],
  ])('severity %j %j', (severityNumber, severityText, severity) => {
    const record = { severityNumber, severityText, body: { stringValue: 'm' } }
    const { events } = readWith(
      'otlp',
      JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
    )
    expect(events[0]?.severity).toBe(severity)
  })

  it('with an attribute `priority` that is a map or a list has the default severity', () => {
    const values = [{ kvlistValue: { values: [] } }, { arrayValue: { values: [{ kvlistValue: {} }] } }]
    const logRecords = values.map(value => ({
      body: { stringValue: 'm' },
      attributes: [attribute('priority', value)],
    }))
    const { events } = readWith('otlp', JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }))
    expect(events.map(({ severity }) => severity)).toEqual([6, 6])
  })

  it.each<[string, string | Uint8Array, string, string]>([
    ['nothing known', '{}', 'text/plain', 'Content-Type must be application/x-protobuf or application/json.'],
    ['no object', '[]', 'application/json', 'The body is no ExportLogsServiceRequest.'],
    ['no list', '{"resourceLogs": {}}', 'application/json', 'resourceLogs is no list.'],
    [
      'what is not an object',
      '{"resourceLogs": [1]}',
      'application/json',
      'An item of resourceLogs is no object.',
    ],
    ['half a message', protobufRequest.subarray(0, 50), 'application/x-protobuf', 'not the protobuf message'],
  ])('that is %s is refused', (_, body, contentType, detail) => {
    expect(() => readWith('otlp', body, { contentType })).toThrow(detail)
  })

  it('with values nested without end is refused', () => {
    let value: Field[] = text('x')
    for (let i = 0; i < 120; i++) value = [{ field: 5, message: [{ field: 1, message: value }] }]
    const body = encodeProtobuf([
      { field: 1, message: [{ field: 2, message: [{ field: 2, message: [{ field: 5, message: value }] }] }] },
    ])
    expect(() => readWith('otlp', body, protobuf)).toThrow('nested deeper than 100 levels')
  })
})

describe('a refusal', () => {
  const problem = { status: 503, detail: 'x'.repeat(200), retryAfter: 1 }
  it('is a google.rpc.Status in the encoding of the request', () => {
    const manner = { path: '', query: '' }
    expect(
      receivers.otlp.refusal(problem, { ...manner, contentType: 'application/json; charset=utf-8' }),
    ).toEqual({
      status: 503,
      type: 'application/json',
      body: JSON.stringify({ code: 14, message: problem.detail }),
      retryAfter: 1,
    })
    expect(receivers.otlp.refusal(problem, { ...manner, ...protobuf })).toEqual({
      status: 503,
      type: 'application/x-protobuf',
      body: new Uint8Array(
        encodeProtobuf([
          { field: 1, varint: 14 },
          { field: 2, bytes: problem.detail },
        ]),
      ),
      retryAfter: 1,
    })
  })
})
