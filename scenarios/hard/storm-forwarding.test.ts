import { expect, test } from 'vitest'
import { openSyslogReceiver } from '../../src/forwarding/testing/syslog-receiver.ts'
import type { Forwarder } from '../../src/schema/forwarding/forwarder.ts'
import { LineSender } from '../testing/line-sender.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

/** The example of the documentation of the interface's own system. */
const repeats = 308_642
const messages = ['link 1 is down', 'link 2 is down', 'fan 1 has failed', 'fan 2 has failed'] as const
const windowSeconds = 60
/** In event time, from the first one to the last one. */
const stormMs = 59_000
const linesAtOnce = 10_000

const millrace = startMillrace()
const { client } = millrace

/** Lines of the storm that began at `beginMs`, framed. */
function lines(from: number, end: number, beginMs: number): string {
  return Array.from({ length: end - from }, (_, index) => {
    const number = from + index
    const time = new Date(beginMs + Math.floor((number / repeats) * stormMs)).toISOString()
    const line = `<11>1 ${time} fw-1 kernel - - - ${messages[number % messages.length]}`
    return `${line.length} ${line}`
  }).join('')
}

test('308,642 repeats of four messages become four events, then four with counts', async () => {
  const { port, lines: received } = await openSyslogReceiver()
  const syslog = { host: '127.0.0.1', port }
  const created = await client.post('/api/forwarders', { name: 'SIEM', window_size: windowSeconds, syslog })
  expect(created.status, await created.clone().text()).toBe(201)
  const { id } = (await created.json()) as Forwarder // as the interface says
  const setActive = async (is_active: boolean) =>
    expect((await client.patch(`/api/forwarders/${id}`, { is_active })).status).toBe(200)

  // The storm is over: its windows end as soon as all that waits is read.
  const beginMs = Date.now() - 2 * windowSeconds * 1_000
  const sender = await LineSender.connect(millrace.address('syslog_rfc5424'))
  await sender.send(lines(0, messages.length, beginMs))
  await until('the first of each', () => received.length === messages.length)

  // While it is paused, no window ends: on a slow machine it would end before the last repeat is here.
  await setActive(false)
  for (let from = messages.length; from < repeats; from += linesAtOnce)
    await sender.send(lines(from, Math.min(from + linesAtOnce, repeats), beginMs))
  await sender.end()
  await until('the storm is stored', async () => {
    const { events, occurrences } = await client.count('down OR failed')
    return occurrences === repeats && events === messages.length
  })
  await setActive(true)
  await until('the counts', async () => {
    const answer = await client.get(`/api/forwarders/${id}`)
    const { status } = (await answer.json()) as Forwarder // as the interface says
    return status.occurrences === repeats
  })

  const of = (line: string) => /^.*counter="(\d+)".*\] (.*)$/.exec(line)?.slice(1) ?? [line]
  const counts = messages.map((message, index) => {
    const all = Math.ceil((repeats - index) / messages.length)
    return [String(all - 1), message]
  })
  expect(received.map(of).toSorted()).toEqual(
    [...messages.map(message => ['1', message]), ...counts].toSorted(),
  )
  expect(received.slice(0, messages.length).map(of)).toEqual(messages.map(message => ['1', message]))
})
