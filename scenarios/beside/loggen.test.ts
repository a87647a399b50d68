import { expect, test } from 'vitest'
import { matching } from '../testing/client.ts'
import { run } from '../testing/programs.ts'
import { startMillrace } from '../testing/service.ts'
import { readLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'

const number = 10_000
const perSecond = 5_000
const forms = [
  { title: 'TCP, a line a message', listener: 'syslog_tcp', args: ['--stream'], connections: 1 },
  {
    title: 'TCP, RFC 5424 with octet counts',
    listener: 'syslog_tcp',
    args: ['--stream', '--syslog-proto'],
    connections: 1,
  },
  {
    title: 'TCP, RFC 5424 a line a message',
    listener: 'syslog_tcp',
    args: ['--stream', '--syslog-proto', '--no-framing'],
    connections: 1,
  },
  {
    title: 'TCP, eight connections with octet counts',
    listener: 'syslog_rfc5424',
    args: ['--stream', '--syslog-proto', '--sdata', '[test@32473 name="value"]'],
    connections: 8,
  },
  { title: 'UDP', listener: 'syslog_udp', args: ['--dgram'], connections: 1 },
]

const millrace = startMillrace()
const { client } = millrace

test.each(forms)('loggen over $title: every message once', async ({ listener, args, connections }) => {
  const { host, port } = millrace.address(listener)
  const { occurrences: before } = await client.count('runid')
  const each = number / connections
  await run('loggen', [
    ...['--inet', '--quiet', '--size', '200', '--rate', String(perSecond / connections)],
    // The number applies to one connection.
    ...['--number', String(each), `--active-connections=${connections}`, ...args],
    ...[host, String(port)],
  ])
  // The kernel drops datagrams while all processors are busy, and counts them.
  const lost = async () => (await readLedger(client)).totals.udp_dropped
  await until(
    `${number} messages`,
    async () => (await client.count('runid')).occurrences + (await lost()) >= before + number,
  )

  const [newest] = (await client.search({ ...matching('runid'), page_size: 1 })).events.objects
  const runid = /runid: (\d+)/.exec(newest?.message ?? '')?.[1]
  const events = await client.events(`"runid: ${runid}"`)
  // `seq` counts per thread, and each thread has one connection.
  const seen = events.map(({ message }) =>
    /seq: (\d+), thread: (\d+), runid: \d+/.exec(message)?.slice(1, 3).join(' '),
  )
  const wanted = new Set(
    Array.from({ length: number }, (_, i) =>
      [String(i % each).padStart(10, '0'), String(Math.floor(i / each)).padStart(4, '0')].join(' '),
    ),
  )
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter(one => one === undefined || !wanted.has(one))).toEqual([])
  expect(seen).toHaveLength(number - (await lost()))
  for (const { host: name, program, facility, severity, counter, message } of events) {
    expect([name, program.slice(0, 3), facility, severity, counter]).toEqual(['localhost', 'prg', 4, 6, 1])
    expect(message).toMatch(/PADD$|PAD$|PA$|P$|[DA]$/)
  }
})
