import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { run } from '../testing/programs.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const lines = 200
const forms = [
  { word: 'bsdudp', listener: 'syslog_udp', args: ['--udp', '--rfc3164'] },
  { word: 'bsdtcp', listener: 'syslog_tcp', args: ['--tcp', '--rfc3164'] },
  { word: 'ietfudp', listener: 'syslog_udp', args: ['--udp', '--rfc5424'] },
  { word: 'ietftcp', listener: 'syslog_tcp', args: ['--tcp', '--rfc5424'] },
  { word: 'counted', listener: 'syslog_tcp', args: ['--tcp', '--rfc5424', '--octet-count'] },
  { word: 'ownport', listener: 'syslog_rfc5424', args: ['--tcp', '--rfc5424', '--octet-count'] },
  {
    word: 'structured',
    listener: 'syslog_rfc5424',
    args: [
      ...['--tcp', '--rfc5424=notq', '--octet-count', '--msgid', 'ID47'],
      ...['--sd-id', 'example@32473', '--sd-param', 'class="high [1"', '--sd-param', 'port="7"'],
    ],
  },
]

const millrace = startMillrace()
const { client } = millrace

test.each(forms)(
  'logger $args: each line is one event, with its fields',
  async ({ word, listener, args }) => {
    const { host, port } = millrace.address(listener)
    const messages = Array.from({ length: lines }, (_, i) => `${word} Größe ${i} of [${i}] "quoted" <13>`)
    const before = Date.now() / 1_000
    await run(
      'logger',
      [
        '--server',
        host,
        '--port',
        String(port),
        '--tag',
        `app-${word}`,
        '--priority',
        'local3.warning',
        ...args,
      ],
      messages.join('\n'),
    )
    await until(`${lines} events of ${word}`, async () => (await client.count(word)).events >= lines)
    // The sender's clock has microseconds, ours has milliseconds.
    const after = (Date.now() + 1) / 1_000

    const events = await client.events(word)
    expect(events.map(({ message }) => message).sort()).toEqual(messages.sort())
    const [name = ''] = hostname().split('.')
    for (const event of events) {
      expect(event).toMatchObject({
        host: expect.stringMatching(new RegExp(`^${name}(\\.|$)`)),
        program: `app-${word}`,
        severity_name: 'WARNING',
        facility_name: 'LOCAL3',
        counter: 1,
        type: 'SYSLOG',
      })
      // RFC 3164 has only whole seconds.
      expect(event.first_occurrence).toBeGreaterThanOrEqual(Math.floor(before))
      expect(event.first_occurrence).toBeLessThanOrEqual(after)
    }
  },
)

test('a line that says the same again is counted, not kept again', async () => {
  const { host, port } = millrace.address('syslog_tcp')
  const to = ['--server', host, '--port', String(port), '--tcp', '--rfc5424', '--tag', 'again']
  await run('logger', to, 'sameline\n'.repeat(lines))
  const counted = await until('all occurrences', async () => {
    const count = await client.count('sameline')
    return count.occurrences >= lines ? count : undefined
  })
  expect(counted).toEqual({ events: 1, occurrences: lines })
})
