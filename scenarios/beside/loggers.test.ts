import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { javaFolder } from '../../src/storage/testing/test-keeper.ts'
import { nodeLoggersFolder, output, pythonLoggersFolder } from '../testing/programs.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

/** `LOGGER_EVENTS=100000 npm run test:system -- scenarios/beside/loggers.test.ts` */
const count = Number(process.env.LOGGER_EVENTS ?? 2_000)
const python3 = path.join(pythonLoggersFolder, 'bin/python3')
const folder = fileURLToPath(new URL('../testing/loggers', import.meta.url))

const millrace = startMillrace({
  MILLRACE_JSON_TCP: '127.0.0.1:0',
  MILLRACE_GELF_TCP: '127.0.0.1:0',
  MILLRACE_SQL: 'true',
})
const { client } = millrace

async function runLogger(program: string, args: string[]): Promise<void> {
  const { code, text } = await output(program, args, { milliseconds: 600_000, folder })
  expect(code, text).toBe(0)
}

const python = (logger: string, listener: string) => (word: string) => {
  const { host, port } = millrace.address(listener)
  const where = [host, `${port}`, millrace.url, millrace.token]
  return runLogger(python3, [path.join(folder, 'loggers.py'), logger, word, `${count}`, ...where])
}
const node = (logger: string) => (word: string) => {
  const { host, port } = millrace.address('json_tcp')
  const where = [host, `${port}`, nodeLoggersFolder]
  return runLogger(process.execPath, [path.join(folder, 'loggers.mjs'), logger, word, `${count}`, ...where])
}
const log4j = (form: string, listener: string) => (word: string) => {
  const { host, port } = millrace.address(listener)
  const jars = ['log4j-api', 'log4j-core', 'jackson-core', 'jackson-databind', 'jackson-annotations']
  return runLogger('java', [
    ...['-XX:TieredStopAtLevel=1', `-Dhost=${host}`, `-Dport=${port}`],
    `-Dlog4j2.configurationFile=${path.join(folder, `log4j-${form}.xml`)}`,
    ...['-cp', jars.map(jar => `${javaFolder}/${jar}.jar`).join(':')],
    ...[path.join(folder, 'Log4j.java'), word, `${count}`],
  ])
}

interface Sender {
  name: string
  log: (word: string) => Promise<void>
  host?: string
  /** Severity of a fatal error. */
  fatal?: number
}
const senders: Sender[] = [
  // The handler sends no host: the host is the sender's address.
  { name: 'SysLogHandler of Python', log: python('syslog', 'syslog_tcp'), host: '127.0.0.1' },
  { name: 'python-json-logger', log: python('json_lines', 'json_tcp') },
  { name: 'graypy', log: python('graypy_tcp', 'gelf_tcp') },
  { name: 'pygelf over HTTP', log: python('pygelf_http', 'gelf_tcp'), host: hostname() },
  // Its CRITICAL is FATAL, which is syslog's emergency in the table of OpenTelemetry.
  { name: 'OpenTelemetry for Python', log: python('opentelemetry', 'json_tcp'), fatal: 0 },
  { name: 'pino', log: node('pino') },
  { name: 'bunyan', log: node('bunyan') },
  { name: 'winston', log: node('winston') },
  { name: 'log4j, JSON', log: log4j('json', 'json_tcp') },
  // It writes FATAL as an alert.
  { name: 'log4j, RFC 5424', log: log4j('syslog', 'syslog_tcp'), host: hostname(), fatal: 1 },
]

test.each(senders)(
  '$name: every message once, with its level, host, program, time and stack trace',
  async ({ name, log, host = 'web-1', fatal = 2 }) => {
    const word = `by${name.replace(/\W/g, '')}x`
    const began = Math.floor(Date.now() / 1_000)
    await log(word)
    await until(`${count} messages of ${name}`, async () => (await client.count(word)).occurrences >= count)
    // Messages without a time have the time of their arrival, which may be after the sender has ended.
    const ended = Date.now() / 1_000

    const found = await rows(
      `SELECT host, program, severity, count() AS events, uniqExact(message) AS messages FROM events
       WHERE message LIKE '${word} number %' GROUP BY host, program, severity ORDER BY severity`,
    )
    const levels = [7, 6, 4, 3, fatal]
    const bySeverity = Map.groupBy(
      Array.from({ length: count }, (_, number) => number),
      number => (isFailed(number) ? 3 : levels[number % 5]),
    )
    const wanted = [...bySeverity].map(([severity, { length }]) => [host, 'shop', severity, length, length])
    expect(found).toEqual(wanted.sort((a, b) => Number(a[2]) - Number(b[2])))

    const [[first, last] = []] = await rows(
      `SELECT toUnixTimestamp(min(time)), toUnixTimestamp(max(time)) FROM events WHERE message LIKE '${word} number %'`,
    )
    expect(first).toBeGreaterThanOrEqual(began)
    expect(last).toBeLessThanOrEqual(ended)

    const failed = await client.events(`${word} AND failed`)
    expect(failed).toHaveLength(bySeverity.get(3)?.filter(isFailed).length ?? 0)
    for (const { message, user_tags } of failed) {
      const number = / number (\d+) /.exec(message)?.[1]
      const texts = [message, ...Object.values(user_tags)]
      const isTrace = (text: string) =>
        /\bloggers\.(?:py|mjs)|Log4j\.java/.test(text) && text.includes(`boom of ${number}`)
      expect(texts.filter(isTrace), JSON.stringify(user_tags)).not.toEqual([])
    }
  },
)

function isFailed(number: number): boolean {
  return number % 100 === 50
}

async function rows(sql: string): Promise<unknown[][]> {
  const answer = await client.post('/api/sql', { sql, time_range: { preset: 'last_24_hours' } })
  // The shape of this route, which the API tests check.
  const { rows: found } = (await answer.json()) as { rows: unknown[][] }
  return found
}
