import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { isDeep } from '../../src/testing/depth.ts'
import { ReceivedFile } from '../testing/forwarding/received-file.ts'
import { LineSender } from '../testing/line-sender.ts'
import { Millrace } from '../testing/millrace.ts'
import { Rsyslog } from '../testing/rsyslog.ts'
import { until } from '../testing/until.ts'

const eventsOfStep = isDeep ? 100_000 : 5_000
const steps = 5
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-forwarded-'))
const file = path.join(folder, 'received')
const received = new ReceivedFile(file, steps * eventsOfStep)

let millrace: Millrace
let receiver: Rsyslog
let port: number
beforeAll(async () => {
  port = await freePort()
  millrace = await Millrace.start()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver?.stop()
  await millrace?.remove()
  rmSync(folder, { recursive: true })
})

/** A rsyslogd that writes the structured data and the message of each event to a file. */
function startReceiver(): Promise<Rsyslog> {
  return Rsyslog.start(
    `module(load="imtcp")
     input(type="imtcp" port="${port}" address="127.0.0.1")
     template(name="line" type="string" string="%structured-data% %msg%\\n")
     action(type="omfile" file="${file}" template="line")`,
  )
}

let sent = 0
/** Sends different events, from sixteen hosts. */
async function send(): Promise<void> {
  const sender = await LineSender.connect(millrace.address('syslog_rfc5424'))
  let lines = ''
  const time = new Date().toISOString()
  for (let step = 0; step < eventsOfStep; step++, sent++) {
    const line = `<14>1 ${time} fw-${sent % 16} app - - - event ${sent} of many`
    lines += `${line.length} ${line}`
  }
  await sender.send(lines)
  await sender.end()
}

test('rsyslog gets each event in spite of kills of both sides, each host in order', async () => {
  const syslog = { host: '127.0.0.1', port }
  const created = await millrace.client.post('/api/forwarders', { name: 'rsyslog', window_size: 0, syslog })
  expect(created.status, await created.clone().text()).toBe(201)
  const { id } = (await created.json()) as { id: number } // as the interface says
  await send()
  await until('the first events', () => received.read() > 0)
  await receiver.kill()
  await send()
  receiver = await startReceiver()
  await send()
  await until('events after the kill of rsyslog', () => received.read() > eventsOfStep)
  // Without an acknowledgement, events that were just received would be lost with the process.
  await until('all events are stored', async () => (await millrace.client.count('many')).events === sent)
  await millrace.kill9()
  await millrace.restart()
  await send()
  await receiver.kill()
  receiver = await startReceiver()
  await send()
  await until('all events', () => received.read() >= sent)

  expect(received.read()).toBe(steps * eventsOfStep)
  expect(received.numbers.faults).toEqual([])
  const answer = await millrace.client.get(`/api/forwarders/${id}`)
  expect(await answer.json()).toMatchObject({ status: { refused: 0, skipped: 0, dropped: 0 } })
})
