import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { run } from '../testing/programs.ts'
import { Rsyslog } from '../testing/rsyslog.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const lines = 5_000
const forms = [
  { word: 'trad', framing: 'traditional', template: 'RSYSLOG_TraditionalForwardFormat' },
  { word: 'isostamp', framing: 'traditional', template: 'RSYSLOG_ForwardFormat' },
  // This template sends the space after the tag as part of MSG.
  { word: 'ietfcount', framing: 'octet-counted', template: 'RSYSLOG_SyslogProtocol23Format' },
  { word: 'bsdcount', framing: 'octet-counted', template: 'RSYSLOG_TraditionalForwardFormat' },
]

const millrace = startMillrace()
const { client } = millrace

test.each(forms)('rsyslog forwards $template, $framing: every message once', async form => {
  const { port } = millrace.address('syslog_tcp')
  const rsyslog = await Rsyslog.start(
    `action(type="omfwd" target="127.0.0.1" port="${port}" protocol="tcp"
            TCP_Framing="${form.framing}" template="${form.template}")`,
  )
  const messages = Array.from({ length: lines }, (_, i) => `${form.word} message ${i} of rsyslog`)
  try {
    await run(
      'logger',
      ['--socket', rsyslog.socket, '--tag', 'relayed', '--priority', 'daemon.err'],
      messages.join('\n'),
    )
    await until(
      `${lines} messages of ${form.word}`,
      async () => (await client.count(form.word)).events >= lines,
    )
  } finally {
    await rsyslog.stop()
  }
  const events = await client.events(form.word)
  expect(events.map(({ message }) => message).sort()).toEqual(messages.sort())
  const [name = ''] = hostname().split('.')
  for (const event of events) {
    expect(event).toMatchObject({
      host: name,
      program: 'relayed',
      facility_name: 'DAEMON',
      severity_name: 'ERROR',
      counter: 1,
    })
  }
})
