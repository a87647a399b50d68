import { expect, test } from 'vitest'
import { run } from '../testing/programs.ts'
import { startMillrace } from '../testing/service.ts'
import { SyslogNg } from '../testing/syslog-ng.ts'
import { until } from '../testing/until.ts'

const lines = 5_000
const fields = '--scope none host=$HOST program=$PROGRAM message=$MSG'

/** Destinations of syslog-ng's http(), by protocol; sends more than recipes.test.ts. */
const forms: { word: string; destination: (at: { url: string; token: string }) => string }[] = [
  {
    word: 'asevents',
    destination: ({ url, token }) => `
      url("${url}/incoming") headers("Content-Type: application/json", "Authorization: token ${token}")
      body-prefix('{"events":[') delimiter(",") body-suffix("]}")
      body("$(format-json ${fields} priority=int($PRI) ts=double($UNIXTIME.$USEC))")`,
  },
  {
    word: 'asbulk',
    destination: ({ url, token }) => `
      url("${url}/elasticsearch/_bulk") headers("Content-Type: application/x-ndjson") user("any") password("${token}")
      body('{"index":{"_index":"linux"}}\n$(format-json ${fields} severity=$LEVEL facility=$FACILITY @timestamp=$ISODATE)')
      delimiter("\n") body-suffix("\n")`,
  },
  {
    word: 'ashec',
    destination: ({ url, token }) => `
      url("${url}/services/collector/event") headers("Authorization: Splunk ${token}")
      body("$(format-json --scope none host=$HOST time=double($UNIXTIME.$USEC) sourcetype=$PROGRAM event=$MSG fields.severity=$LEVEL fields.facility=$FACILITY)")`,
  },
]

const millrace = startMillrace()
const { client } = millrace

test.each(forms)('syslog-ng http() $word: every message once', async ({ word, destination }) => {
  const relay = await SyslogNg.start(
    `destination d_millrace { http(method("POST") batch-lines(1000) batch-timeout(500) workers(2) ${destination(millrace)}); };`,
  )
  const messages = Array.from({ length: lines }, (_, i) => `${word} message ${i} of "syslog-ng"`)
  try {
    await run(
      'logger',
      ['--socket', relay.socket, '--tag', 'relayed', '--priority', 'daemon.err'],
      messages.join('\n'),
    )
    await until(`${lines} messages of ${word}`, async () => (await client.count(word)).events >= lines)
  } finally {
    await relay.stop()
  }
  const events = await client.events(word)
  expect(events.map(({ message }) => message).sort()).toEqual(messages.sort())
  for (const event of events) {
    expect(event).toMatchObject({
      program: 'relayed',
      facility_name: 'DAEMON',
      severity_name: 'ERROR',
      counter: 1,
    })
    expect(event.host).not.toBe('127.0.0.1')
  }
})
