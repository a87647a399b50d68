import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { run } from '../testing/programs.ts'
import { Rsyslog } from '../testing/rsyslog.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const lines = 2_000

const millrace = startMillrace()
const { client } = millrace

test('rsyslog sends documents as to Elasticsearch, over a restart of ours: every message once', async () => {
  const rsyslog = await Rsyslog.start(
    `module(load="omelasticsearch")
     module(load="mmrm1stspace")
     template(name="document" type="list" option.jsonf="on") {
       property(outname="@timestamp" name="timereported" dateFormat="rfc3339" format="jsonf")
       property(outname="host" name="hostname" format="jsonf")
       property(outname="program" name="programname" format="jsonf")
       property(outname="severity" name="syslogseverity-text" format="jsonf")
       property(outname="facility" name="syslogfacility-text" format="jsonf")
       property(outname="message" name="msg" format="jsonf")
     }
     action(type="mmrm1stspace")
     action(type="omelasticsearch" server="${millrace.url}/elasticsearch" uid="rsyslog" pwd="${millrace.token}"
            searchIndex="linux" searchType="" bulkmode="on" template="document"
            queue.type="LinkedList" queue.size="20000" action.resumeRetryCount="-1" action.resumeInterval="1")`,
  )
  const messages = Array.from({ length: 2 * lines }, (_, i) => `omes message ${i} of rsyslog`)
  const log = (some: string[]) =>
    run(
      'logger',
      ['--socket', rsyslog.socket, '--tag', 'relayed', '--priority', 'daemon.err'],
      some.join('\n'),
    )
  try {
    await log(messages.slice(0, lines))
    await until('the first half', async () => (await client.count('omes')).events >= lines)
    await millrace.stop()
    await log(messages.slice(lines))
    await millrace.restart()
    await until('all of it', async () => (await client.count('omes')).events >= 2 * lines)
  } finally {
    await rsyslog.stop()
  }
  const events = await client.events('omes')
  expect(events.map(({ message }) => message).sort()).toEqual(messages.sort())
  const [name = ''] = hostname().split('.')
  for (const event of events) {
    expect(event).toMatchObject({
      host: name,
      program: 'relayed',
      facility_name: 'DAEMON',
      severity_name: 'ERROR',
      user_tags: { index: 'linux' },
      counter: 1,
    })
  }
})
