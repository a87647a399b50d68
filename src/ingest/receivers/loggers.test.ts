import { expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { decodeJson } from '../listen/decode-json.ts'
import { readWith, receivedAt, sender } from './testing/read-with.ts'

type Wanted = Pick<ParsedEvent, 'severity' | 'message'> &
  Partial<Pick<ParsedEvent, 'host' | 'program' | 'ts'>>

const ts = 1_767_225_598_123_000

/**
 * Lines of the JSON formatters of loggers, from their documentation; each is an event with level, host,
 * program, time and message.
 */
const lines: [logger: string, line: string, wanted: Wanted][] = [
  [
    'pino',
    '{"level":50,"time":1767225598123,"pid":657,"hostname":"web-1","name":"shop","err":{"type":"Error","message":"boom","stack":"Error: boom\\n    at f (a.js:1:2)"},"msg":"payment failed"}',
    { severity: 3, host: 'web-1', program: 'shop', ts, message: 'payment failed' },
  ],
  ['pino, trace', '{"level":10,"time":1767225598123,"msg":"m"}', { severity: 7, ts, message: 'm' }],
  ['pino, fatal', '{"level":60,"time":1767225598123,"msg":"m"}', { severity: 2, ts, message: 'm' }],
  [
    'pino, a level of its own',
    '{"level":35,"time":1767225598123,"msg":"m"}',
    { severity: 6, ts, message: 'm' },
  ],
  [
    'bunyan',
    '{"name":"shop","hostname":"web-1","pid":1,"level":40,"msg":"slow","time":"2025-12-31T23:59:58.123Z","v":0}',
    { severity: 4, host: 'web-1', program: 'shop', ts, message: 'slow' },
  ],
  [
    'winston',
    '{"level":"error","message":"boom","service":"shop","timestamp":"2025-12-31T23:59:58.123Z"}',
    { severity: 3, program: 'shop', ts, message: 'boom' },
  ],
  ['winston, silly', '{"level":"silly","message":"m"}', { severity: 7, message: 'm' }],
  [
    'log4js',
    '{"startTime":"2025-12-31T23:59:58.123Z","categoryName":"shop","data":["paid",{"n":1}],"level":{"level":40000,"levelStr":"ERROR","colour":"red"},"pid":1}',
    { severity: 3, program: 'shop', ts, message: 'paid {"n":1}' },
  ],
  [
    'roarr',
    '{"context":{"logLevel":50,"package":"shop"},"message":"boom","sequence":"0","time":1767225598123,"version":"2.0.0"}',
    { severity: 3, ts, message: 'boom' },
  ],
  [
    'python-json-logger',
    '{"asctime":"2025-12-31 23:59:58,123","levelname":"ERROR","name":"shop.pay","message":"boom","exc_info":"Traceback"}',
    { severity: 3, program: 'shop.pay', ts, message: 'boom' },
  ],
  [
    'Python, a number',
    '{"levelno":40,"name":"shop","message":"boom","created":1}',
    { severity: 3, program: 'shop', message: 'boom' },
  ],
  ['Python, critical', '{"levelno":50,"message":"m"}', { severity: 2, message: 'm' }],
  [
    'structlog',
    '{"event":"logged in","level":"warning","logger":"shop","timestamp":"2025-12-31T23:59:58.123000Z"}',
    { severity: 4, program: 'shop', ts, message: 'logged in' },
  ],
  [
    'loguru',
    '{"text":"2025-12-31 | ERROR | boom\\n","record":{"level":{"icon":"x","name":"ERROR","no":40},"message":"boom","name":"shop","time":{"repr":"2025-12-31 23:59:58.123000+00:00","timestamp":1767225598.123}}}',
    { severity: 3, program: 'shop', ts, message: 'boom' },
  ],
  [
    'logstash-logback-encoder',
    '{"@timestamp":"2026-01-01T00:59:58.123+01:00","@version":"1","message":"boom","logger_name":"org.shop.Pay","thread_name":"main","level":"ERROR","level_value":40000,"stack_trace":"java.lang"}',
    { severity: 3, program: 'org.shop.Pay', ts, message: 'boom' },
  ],
  ['logback, the number alone', '{"level_value":30000,"message":"m"}', { severity: 4, message: 'm' }],
  [
    'logback JsonEncoder',
    '{"sequenceNumber":0,"timestamp":1767225598123,"nanoseconds":123000000,"level":"WARN","threadName":"main","loggerName":"org.shop.Pay","message":"paid {}","arguments":["7"],"formattedMessage":"paid 7","throwable":null}',
    { severity: 4, program: 'org.shop.Pay', ts, message: 'paid 7' },
  ],
  [
    'log4j JsonLayout',
    '{"instant":{"epochSecond":1767225598,"nanoOfSecond":123000000},"thread":"main","level":"FATAL","loggerName":"org.shop.Pay","message":"boom"}',
    { severity: 2, program: 'org.shop.Pay', ts, message: 'boom' },
  ],
  [
    'log4j JsonTemplateLayout, ECS',
    '{"@timestamp":"2025-12-31T23:59:58.123Z","ecs.version":"1.2.0","log.level":"ERROR","message":"boom","process.thread.name":"main","log.logger":"org.shop.Pay"}',
    { severity: 3, program: 'org.shop.Pay', ts, message: 'boom' },
  ],
  [
    'JBoss, Quarkus',
    '{"timestamp":"2026-01-01T00:59:58.123+01:00","sequence":7,"loggerName":"org.shop.Pay","level":"SEVERE","message":"boom","hostName":"web-1","processName":"quarkus","processId":7}',
    { severity: 2, host: 'web-1', program: 'quarkus', ts, message: 'boom' },
  ],
  [
    'zap',
    '{"level":"error","ts":1767225598.123,"logger":"shop","caller":"pay.go:7","msg":"boom","stacktrace":"main.main"}',
    { severity: 3, program: 'shop', ts, message: 'boom' },
  ],
  ['zerolog', '{"level":"warn","time":1767225598123,"message":"slow"}', { severity: 4, ts, message: 'slow' }],
  [
    'slog',
    '{"time":"2025-12-31T23:59:58.123Z","level":"ERROR+2","msg":"boom"}',
    { severity: 3, ts, message: 'boom' },
  ],
  [
    'slog, debug',
    '{"time":"2025-12-31T23:59:58.123Z","level":"DEBUG-4","msg":"m"}',
    { severity: 7, ts, message: 'm' },
  ],
  [
    'zerolog, with context and an error',
    '{"level":"error","host":"web-1","app":"shop","error":"boom","stack":"main.main\\n\\tmain.go:1","time":"2025-12-31T23:59:58.123Z","message":"failed"}',
    { severity: 3, host: 'web-1', program: 'shop', ts, message: 'failed' },
  ],
  [
    'slog, with attributes, nanoseconds',
    '{"time":"2025-12-31T23:59:58.123000999Z","level":"ERROR","msg":"failed","host":"web-1","app":"shop","err":"boom"}',
    { severity: 3, host: 'web-1', program: 'shop', ts, message: 'failed' },
  ],
  [
    'logrus',
    '{"level":"panic","msg":"boom","time":"2025-12-31T23:59:58.123Z"}',
    { severity: 0, ts, message: 'boom' },
  ],
  [
    'hclog',
    '{"@level":"error","@message":"boom","@module":"vault.core","@timestamp":"2025-12-31T23:59:58.123000Z"}',
    { severity: 3, program: 'vault.core', ts, message: 'boom' },
  ],
  [
    'ougai',
    '{"name":"shop","hostname":"web-1","pid":7,"level":50,"time":"2025-12-31T23:59:58.123Z","v":0,"msg":"boom"}',
    { severity: 3, host: 'web-1', program: 'shop', ts, message: 'boom' },
  ],
  [
    'semantic_logger',
    '{"host":"web-1","application":"shop","environment":"production","timestamp":"2025-12-31T23:59:58.123000Z","level":"error","level_index":4,"pid":7,"name":"Pay","message":"boom"}',
    { severity: 3, host: 'web-1', program: 'shop', ts, message: 'boom' },
  ],
  [
    'logstash-logger',
    '{"message":"boom","@timestamp":"2025-12-31T23:59:58.123Z","@version":"1","severity":"ERROR","host":"web-1","progname":"shop"}',
    { severity: 3, host: 'web-1', program: 'shop', ts, message: 'boom' },
  ],
  [
    'Serilog, compact',
    '{"@t":"2025-12-31T23:59:58.1230000Z","@mt":"Paid {Amount:0.00} by {@User}","@l":"Error","@x":"System.Exception: boom","Amount":7,"User":{"Id":1},"SourceContext":"Shop.Pay","MachineName":"web-1"}',
    { severity: 3, host: 'web-1', program: 'Shop.Pay', ts, message: 'Paid 7 by {"Id":1}' },
  ],
  [
    'Serilog, rendered compact',
    '{"@t":"2025-12-31T23:59:58.1230000Z","@m":"Paid 7","@i":"a","@l":"Warning","SourceContext":"Shop.Pay"}',
    { severity: 4, program: 'Shop.Pay', ts, message: 'Paid 7' },
  ],
  [
    'Serilog, JSON',
    '{"Timestamp":"2025-12-31T23:59:58.1230000+00:00","Level":"Fatal","MessageTemplate":"Paid {N}","RenderedMessage":"Paid 7","Properties":{"N":7,"SourceContext":"Shop.Pay","MachineName":"web-1"}}',
    { severity: 2, host: 'web-1', program: 'Shop.Pay', ts, message: 'Paid 7' },
  ],
  [
    'NLog',
    '{"time":"2025-12-31 23:59:58.1230","level":"ERROR","logger":"Shop.Pay","message":"boom"}',
    { severity: 3, program: 'Shop.Pay', ts, message: 'boom' },
  ],
  [
    'Microsoft.Extensions.Logging',
    '{"Timestamp":"2025-12-31T23:59:58.123Z","EventId":0,"LogLevel":"Critical","Category":"Shop.Pay","Message":"boom","State":{"Message":"boom"}}',
    { severity: 2, program: 'Shop.Pay', ts, message: 'boom' },
  ],
  [
    'Monolog',
    '{"message":"boom","context":{},"level":550,"level_name":"ALERT","channel":"shop","datetime":"2025-12-31T23:59:58.123000+00:00","extra":{}}',
    { severity: 1, program: 'shop', ts, message: 'boom' },
  ],
  [
    'Monolog, the number alone',
    '{"message":"m","level":300,"channel":"shop"}',
    { severity: 4, program: 'shop', message: 'm' },
  ],
  [
    'Monolog of old',
    '{"message":"boom","level":400,"channel":"shop","datetime":{"date":"2025-12-31 23:59:58.123000","timezone_type":3,"timezone":"UTC"}}',
    { severity: 3, program: 'shop', ts, message: 'boom' },
  ],
  [
    'tracing',
    '{"timestamp":"2025-12-31T23:59:58.123Z","level":"ERROR","fields":{"message":"boom"},"target":"shop::pay"}',
    { severity: 3, program: 'shop::pay', ts, message: 'boom' },
  ],
  [
    'slog of Rust',
    '{"msg":"boom","level":"ERRO","ts":"2026-01-01T00:59:58.123+01:00"}',
    { severity: 3, ts, message: 'boom' },
  ],
  ['slog of Rust, debug', '{"msg":"m","level":"DEBG"}', { severity: 7, message: 'm' }],
  [
    'Google Cloud',
    '{"severity":"CRITICAL","timestamp":{"seconds":1767225598,"nanos":123000000},"message":"boom"}',
    { severity: 2, ts, message: 'boom' },
  ],
  [
    'MongoDB',
    '{"t":{"$date":"2026-01-01T00:59:58.123+01:00"},"s":"E","c":"NETWORK","id":22943,"ctx":"listener","msg":"boom","attr":{"n":1}}',
    { severity: 3, ts, message: 'boom' },
  ],
  [
    'MongoDB, debug',
    '{"t":{"$date":"2026-01-01T00:59:58.123+01:00"},"s":"D2","c":"STORAGE","msg":"m"}',
    { severity: 7, ts, message: 'm' },
  ],
  ['a letter of something else', '{"s":"E","msg":"m"}', { severity: 6, message: 'm' }],
  [
    'journalctl, a text with colours',
    '{"MESSAGE":[27,91,51,50,109,105,100,108,101],"PRIORITY":"3","_HOSTNAME":"jr-1","SYSLOG_IDENTIFIER":"app","__REALTIME_TIMESTAMP":"1767225598123000"}',
    { severity: 3, host: 'jr-1', program: 'app', ts, message: '\u001b[32midle' },
  ],
  [
    'journalctl, bytes in UTF-8, a program of bytes',
    '{"MESSAGE":[195,182,7],"PRIORITY":"6","_HOSTNAME":"jr-1","SYSLOG_IDENTIFIER":[97,112,112]}',
    { severity: 6, host: 'jr-1', program: 'app', message: 'ö\u0007' },
  ],
  [
    'no list of bytes',
    '{"data":[1,2],"tag":"x"}',
    { severity: 6, program: 'x', message: '{"data":[1,2],"tag":"x"}' },
  ],
  ['a name of something else', '{"message":"created","name":"Ana"}', { severity: 6, message: 'created' }],
  [
    'behind a shipper, the syslog header',
    '{"host":{"name":"relay-1"},"log":{"syslog":{"hostname":"web-1","appname":"sshd","severity":{"code":3}}},"message":"m"}',
    { severity: 3, host: 'web-1', program: 'sshd', message: 'm' },
  ],
  [
    'a priority as a text',
    '{"pri":"187","host":"sw-1","ident":"link","message":"m"}',
    { severity: 3, host: 'sw-1', program: 'link', message: 'm' },
  ],
  [
    'a host of an address alone',
    '{"host":{"ip":"192.0.2.7"},"message":"m"}',
    { severity: 6, host: '192.0.2.7', message: 'm' },
  ],
  ['microseconds', '{"ts":1767225598123000,"message":"m"}', { severity: 6, ts, message: 'm' }],
  ['nanoseconds', '{"time":"1767225598123000000","message":"m"}', { severity: 6, ts, message: 'm' }],
]

test.each(lines)('%s, by JSON lines, _bulk and HEC', (_, line, wanted) => {
  const bytes = Buffer.from(line)
  const context = { receivedAt, sender }
  const all = { host: sender, program: '', ts: receivedAt, ...wanted }
  expect(decodeJson(bytes, 0, bytes.length, context, bytes.length)).toMatchObject(all)
  const bulk = readWith('elasticsearch', `{"index":{}}\n${line}\n`, { path: '/_bulk' })
  expect(bulk.events).toMatchObject([all])
  const hec = readWith('splunk', `{"event":${line}}`, { path: '/event' })
  expect(hec.events).toMatchObject([all])
})

test('the message inside of fields is no tag', () => {
  const line = '{"level":"ERROR","fields":{"message":"boom","user":"bob"},"target":"shop::pay"}'
  const { events } = readWith('elasticsearch', `{"index":{}}\n${line}\n`, { path: '/_bulk' })
  expect(events).toMatchObject([{ message: 'boom', tags: { user: 'bob' } }])
  expect(events[0]?.tags).not.toHaveProperty('message')
})

test.each([1767225598.123, 1767225598123, '1767225598123', '1767225598.123'])('HEC: the time %j', time => {
  const { events } = readWith('splunk', JSON.stringify({ time, event: 'm' }), { path: '/event' })
  expect(events).toMatchObject([{ ts }])
})

test('a template repeats a long value only until the message is full', () => {
  const document = { '@mt': '{A} '.repeat(100), A: 'x'.repeat(6_000_000) }
  const { events } = readWith('elasticsearch', JSON.stringify(document), { path: '/logs/_doc' })
  const [read] = events
  expect(read?.message.length).toBe(65_536)
  expect(read?.extra.truncated).toBeLessThan(7_000_000)
})

test('a template is filled with members of the document only', () => {
  const line = JSON.stringify({ '@mt': '{constructor} {A} {B}', A: 'a' })
  const { events } = readWith('elasticsearch', line, { path: '/logs/_doc' })
  expect(events[0]?.message).toBe('{constructor} a {B}')
})
