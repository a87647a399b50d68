import { expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { parseSyslog } from '../syslog/parse.ts'
import { encodeProtobuf } from './testing/encode-protobuf.ts'
import { readWith, receivedAt, sender } from './testing/read-with.ts'

/**
 * Bodies of senders that cannot run here, with the settings of docs/sending-logs.md, from their
 * documentation. scenarios/beside/recipes.test.ts runs the senders that Debian packages.
 */
const bodies: [shipper: string, taken: () => ReturnType<typeof readWith>, wanted: Partial<ParsedEvent>[]][] =
  [
    [
      'filebeat, nginx module',
      () =>
        readWith(
          'elasticsearch',
          '{"create":{"_index":"filebeat-8.17.0"}}\n{"@timestamp":"2025-12-31T23:59:58.000Z","event":{"module":"nginx","dataset":"nginx.access","timezone":"+00:00"},"service":{"type":"nginx"},"message":"198.51.100.7 - - [31/Dec/2025:23:59:58 +0000] \\"GET / HTTP/1.1\\" 200 612","log":{"file":{"path":"/var/log/nginx/access.log"},"offset":91},"input":{"type":"filestream"},"ecs":{"version":"8.0.0"},"host":{"name":"web-1","os":{"family":"debian"}},"agent":{"version":"8.17.0","type":"filebeat","name":"web-1"}}\n',
          { path: '/_bulk', contentType: 'application/x-ndjson' },
        ),
      [
        {
          ts: 1_767_225_598_000_000,
          host: 'web-1',
          program: 'nginx',
          message: '198.51.100.7 - - [31/Dec/2025:23:59:58 +0000] "GET / HTTP/1.1" 200 612',
          tags: { 'event.dataset': 'nginx.access', 'log.file.path': '/var/log/nginx/access.log' },
        },
      ],
    ],
    [
      'winlogbeat',
      () =>
        readWith(
          'elasticsearch',
          '{"create":{"_index":"winlogbeat-8.17.0"}}\n{"@timestamp":"2025-12-31T23:59:58.123Z","winlog":{"channel":"Security","event_id":"4625","provider_name":"Microsoft-Windows-Security-Auditing","computer_name":"WIN1.corp.example"},"event":{"code":"4625","kind":"event","provider":"Microsoft-Windows-Security-Auditing","outcome":"failure"},"log":{"level":"information"},"message":"An account failed to log on.","host":{"name":"WIN1.corp.example"},"ecs":{"version":"8.0.0"},"agent":{"type":"winlogbeat","version":"8.17.0"}}\n',
          { path: '/_bulk', contentType: 'application/x-ndjson' },
        ),
      [
        {
          ts: 1_767_225_598_123_000,
          host: 'WIN1.corp.example',
          program: 'Microsoft-Windows-Security-Auditing',
          severity: 6,
          message: 'An account failed to log on.',
        },
      ],
    ],
    [
      'fluent-bit of a container, output es',
      () =>
        readWith(
          'elasticsearch',
          '{"create":{"_index":"fluent-bit"}}\n{"@timestamp":"2025-12-31T23:59:58.123Z","time":"2025-12-31T23:59:58.123456789Z","stream":"stderr","_p":"F","log":"card refused","kubernetes":{"pod_name":"cart-7d9","namespace_name":"shop","container_name":"cart","host":"node-1","labels":{"app":"cart"}}}\n',
          { path: '/_bulk', contentType: 'application/x-ndjson' },
        ),
      [{ host: 'node-1', program: 'cart', message: 'card refused' }],
    ],
    [
      'fluent-bit, output splunk',
      () =>
        readWith('splunk', '{"time":1767225598.123456,"event":{"log":"up","host":"web-1","ident":"cart"}}', {
          path: '/services/collector/event',
        }),
      [{ ts: 1_767_225_598_123_456, host: 'web-1', program: 'cart', message: 'up' }],
    ],
    [
      'rsyslog, omhttp with a batch of lines',
      () =>
        readWith(
          'splunk',
          '{"time":"1767225598","host":"web-1","sourcetype":"sshd","event":" Accepted \\"ana\\"\\\\x","fields":{"severity":"info","facility":"auth"}}\n{"time":"1767225599","host":"h2","sourcetype":"app","event":"five","fields":{"severity":"err","facility":"local0"}}\n',
          { path: '/services/collector/event', contentType: 'application/json' },
        ),
      [
        {
          ts: 1_767_225_598_000_000,
          host: 'web-1',
          program: 'sshd',
          severity: 6,
          facility: 4,
          message: ' Accepted "ana"\\x',
        },
        { ts: 1_767_225_599_000_000, host: 'h2', program: 'app', severity: 3, facility: 16, message: 'five' },
      ],
    ],
    [
      'vector, sink splunk_hec_logs',
      () =>
        readWith(
          'splunk',
          '{"event":{"host":"web-1","message":"one","source_type":"file","timestamp":"2025-12-31T23:59:58.123456Z"},"fields":{},"time":1767225598.123,"host":"web-1"}{"event":{"host":"web-1","message":"two"},"fields":{},"time":1767225598.124,"host":"web-1"}',
          { path: '/services/collector/event' },
        ),
      [
        { host: 'web-1', message: 'one' },
        { ts: 1_767_225_598_124_000, host: 'web-1', message: 'two' },
      ],
    ],
    [
      'vector, sink loki',
      () =>
        readWith(
          'loki',
          '{"streams":[{"stream":{"host":"web-1","job":"vector"},"values":[["1767225598123456789","one"],["1767225598123457000","two"]]}]}',
        ),
      [
        { ts: 1_767_225_598_123_456, host: 'web-1', program: 'vector', message: 'one' },
        { ts: 1_767_225_598_123_457, host: 'web-1', program: 'vector', message: 'two' },
      ],
    ],
    [
      'promtail and Alloy: PushRequest in protobuf, unpacked from its block of snappy',
      () =>
        readWith(
          'loki',
          encodeProtobuf([
            {
              field: 1,
              message: [
                { field: 1, bytes: '{filename="/var/log/syslog", host="web-1", job="varlogs"}' },
                {
                  field: 2,
                  message: [
                    {
                      field: 1,
                      message: [
                        { field: 1, varint: 1_767_225_598 },
                        { field: 2, varint: 123_456_789 },
                      ],
                    },
                    { field: 2, bytes: 'one' },
                  ],
                },
              ],
            },
          ]),
          { contentType: 'application/x-protobuf' },
        ),
      [
        {
          ts: 1_767_225_598_123_456,
          host: 'web-1',
          program: 'varlogs',
          message: 'one',
          tags: { filename: '/var/log/syslog' },
        },
      ],
    ],
    [
      'OpenTelemetry Collector, filelog receiver, encoding json',
      () =>
        readWith(
          'otlp',
          '{"resourceLogs":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"web-1"}},{"key":"service.name","value":{"stringValue":"cart"}}]},"scopeLogs":[{"scope":{},"logRecords":[{"timeUnixNano":"1767225598123456789","observedTimeUnixNano":"1767225599000000000","severityNumber":13,"severityText":"warn","body":{"stringValue":"slow"},"attributes":[{"key":"log.file.name","value":{"stringValue":"cart.log"}}],"traceId":"","spanId":""}]}]}]}',
        ),
      [{ ts: 1_767_225_598_123_456, host: 'web-1', program: 'cart', severity: 4, message: 'slow' }],
    ],
  ]

/**
 * Syslog messages as documents of a shipper that received them. Their host is the one they name, not the
 * shipper's.
 */
const forwarded: [document: object, wanted: Partial<ParsedEvent>][] = [
  [
    { host: { name: 'relay-1' }, log: { syslog: { hostname: 'sw-1', appname: 'sshd', priority: 38 } } },
    { host: 'sw-1', program: 'sshd', facility: 4, severity: 6 },
  ],
  [
    { 'host.name': 'relay-1', 'log.syslog.hostname': 'sw-1', 'log.syslog.appname': 'sshd' },
    { host: 'sw-1', program: 'sshd' },
  ],
  [
    { pri: '187', host: 'sw-1', ident: 'sshd' },
    { host: 'sw-1', program: 'sshd', facility: 23, severity: 3 },
  ],
  [{ host: { ip: '192.0.2.44' } }, { host: '192.0.2.44' }],
  [{ host: { ip: ['192.0.2.44', '2001:db8::44'] } }, { host: '192.0.2.44' }],
  [
    { syslog_hostname: 'sw-1', syslog_program: 'sshd', syslog_pri: '187' },
    { host: 'sw-1', program: 'sshd', facility: 23, severity: 3 },
  ],
  [
    { sysloghost: 'sw-1', programname: 'sshd', severity: 'err' },
    { host: 'sw-1', program: 'sshd', severity: 3 },
  ],
  [
    { logsource: 'sw-1', program: 'sshd', priority: 187, severity: 3 },
    { host: 'sw-1', program: 'sshd', severity: 3 },
  ],
  // Logstash, and its guide to syslog: `host` is the relay.
  [
    { host: 'relay-1', logsource: 'sw-1', program: 'sshd', priority: 187, severity: 3 },
    { host: 'sw-1', program: 'sshd', severity: 3 },
  ],
  [
    { host: { name: 'relay-1' }, syslog_hostname: 'sw-1', syslog_program: 'sshd', syslog_pri: '187' },
    { host: 'sw-1', program: 'sshd', severity: 3 },
  ],
  [
    { host: 'relay-1', sysloghost: 'sw-1', syslogtag: 'sshd[7]:' },
    { host: 'sw-1', program: 'sshd' },
  ],
  [{ syslogtag: 'postfix/smtpd:' }, { program: 'postfix/smtpd' }],
  [{ observer: { name: 'fw-1' }, agent: { hostname: 'beat-1' } }, { host: 'fw-1' }],
]

test('documents of forwarded syslog messages have the host and the program of the message', () => {
  const lines = forwarded.map(
    ([document]) => `{"index":{}}\n${JSON.stringify({ message: 'm', ...document })}\n`,
  )
  const { events } = readWith('elasticsearch', `\ufeff${lines.join('')}`, { path: '/_bulk' })
  expect(events).toMatchObject(forwarded.map(([, wanted]) => wanted))
})

test('records of OpenTelemetry have the host, program and priority that their attributes name', () => {
  const list = (members: object): object[] =>
    Object.entries(members).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  const readAttributes = (attributes: object): ParsedEvent[] => {
    const resource = { attributes: list({ 'host.name': 'relay-1', 'service.name': 'collector' }) }
    const logRecords = [{ body: { stringValue: 'm' }, attributes: list(attributes) }]
    return readWith('otlp', JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }))
      .events
  }
  const wanted = [{ host: 'sw-1', program: 'sshd', facility: 4, severity: 6 }]
  expect(readAttributes({ hostname: 'sw-1', appname: 'sshd', facility: '4' })).toMatchObject(wanted)
  expect(readAttributes({ hostname: 'sw-1', appname: 'sshd', priority: '38' })).toMatchObject(wanted)
  expect(
    readAttributes({
      'log.syslog.hostname': 'sw-1',
      'log.syslog.appname': 'sshd',
      'log.syslog.priority': '38',
    }),
  ).toMatchObject(wanted)
})

test.each(bodies)('%s', (_, read, wanted) => {
  const { events, refused, reply } = read()
  expect(refused).toBe(0)
  expect(reply.status).toBeLessThan(300)
  expect(events.length).toBe(wanted.length)
  for (const [i, members] of wanted.entries()) {
    const { tags = {}, ...rest } = members
    expect(events[i]).toMatchObject(rest)
    expect(events[i]?.tags).toMatchObject(tags)
  }
})

/** Syslog frames as the formatters of these programs write them. */
const frames: [sender: string, frame: string, wanted: Partial<ParsedEvent>][] = [
  [
    'Docker, syslog-format=rfc5424micro',
    '<30>1 2025-12-31T23:59:58.123456Z dock-1 web 2114 web - GET /\n',
    { ts: 1_767_225_598_123_456, host: 'dock-1', program: 'web', facility: 3, severity: 6, message: 'GET /' },
  ],
  [
    'Docker, its usual format',
    '<27>Dec 31 23:59:58 web[2114]: failed\n',
    { ts: 1_767_225_598_000_000, host: sender, program: 'web', severity: 3, message: 'failed' },
  ],
  [
    'NXLog, to_syslog_ietf',
    '<134>1 2025-12-31T23:59:58.123456Z WIN1 Microsoft-Windows-Security-Auditing 604 - [NXLOG@14506 Keywords="9232379236109516800" EventType="AUDIT_FAILURE" EventID="4625" Channel="Security"] An account failed to log on.',
    {
      ts: 1_767_225_598_123_456,
      host: 'WIN1',
      program: 'Microsoft-Windows-Security-Auditing',
      message: 'An account failed to log on.',
    },
  ],
  [
    'Juniper, structured-data',
    '<14>1 2025-12-31T23:59:58.123Z srx-1 RT_FLOW - RT_FLOW_SESSION_CREATE [junos@2636.1.1.1.2.41 source-address="10.1.1.5" source-port="51000"] session created',
    { ts: 1_767_225_598_123_000, host: 'srx-1', program: 'RT_FLOW', message: 'session created' },
  ],
  [
    'Cisco ASA, logging timestamp rfc5424, device-id',
    '<166>2025-12-31T23:59:58Z fw-1 : %ASA-6-302013: Built outbound TCP connection 7',
    { ts: 1_767_225_598_000_000, host: 'fw-1', program: 'Cisco', severity: 6, mnemonic: 'ASA-6-302013' },
  ],
]

test.each(frames)('%s', (_, frame, wanted) => {
  const bytes = Buffer.from(frame)
  expect(parseSyslog(bytes, 0, bytes.length, { receivedAt, sender })).toMatchObject(wanted)
})
