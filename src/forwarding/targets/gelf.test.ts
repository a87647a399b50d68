import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import GrayGelfServer from 'graygelf/server.js'
import { expect, onTestFinished, test } from 'vitest'
import type { GelfTarget } from '../../schema/forwarding/targets/gelf.ts'
import { gelfMessage } from '../formats/gelf-message.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { open } from '../testing/http-receiver.ts'
import { openDatagrams } from './datagrams.ts'
import { gelfDatagrams } from './gelf.ts'

const event: OutgoingEvent = {
  ...{ id: '7', ts: 1_800_000_000_123_456, last: 1_800_000_003_000_000, counter: 3, host: 'fw-1' },
  ...{ program: 'asa', facility: 20, severity: 4, mnemonic: 'ASA-4-106023', status: 0 },
  tags: { id: 'a', program: 'b', 'Src IP': '10.0.0.1', forwarded_by: 'zero' },
  message: 'first line\nsecond line',
}

test('a message has the members of GELF 1.1, and additional fields', () => {
  expect(JSON.parse(gelfMessage(event, 'one'))).toEqual({
    ...{ version: '1.1', host: 'fw-1', level: 4, timestamp: 1_800_000_000.123_456 },
    ...{ short_message: 'first line', full_message: 'first line\nsecond line' },
    ...{ _event_id: '7', _program: 'asa', _facility: 'LOCAL4', _cisco_mnemonic: 'ASA-4-106023' },
    ...{ _counter: 3, _last_occurrence: 1_800_000_003, _forwarded_by: 'zero,one' },
    ...{ _tag_id: 'a', _tag_program: 'b', _Src_IP: '10.0.0.1' },
  })
  const empty = { ...event, host: '', program: '', message: '\n ', counter: 1, last: event.ts, tags: {} }
  const message = JSON.parse(gelfMessage(empty, 'one'))
  expect(message).toMatchObject({ host: 'unknown', short_message: '-' })
  expect(message).not.toHaveProperty('_counter')
})

/** A receiver of another project. */
async function openGrayGelf() {
  const free = createSocket('udp4').bind(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address()
  free.close()
  await once(free, 'close')
  const server = GrayGelfServer().listen(port, '127.0.0.1')
  onTestFinished(() => server.close())
  return { server, port }
}

const signal = new AbortController().signal

test.each([{}, { compress: true }])('another receiver reads datagrams and chunks: %j', async settings => {
  const { server, port } = await openGrayGelf()
  const target: GelfTarget = { host: '127.0.0.1', port, transport: 'udp', ...settings }
  const write = gelfDatagrams(target, 'one')
  const delivery = await openDatagrams(target, write, [{ address: '127.0.0.1', family: 4 }])
  onTestFinished(() => delivery.close())
  // Text that gzip hardly shortens.
  const long = Array.from({ length: 30_000 }, (_, i) =>
    String.fromCharCode(0x4e00 + ((i * i * 31) % 20_000)),
  ).join('')
  const sent = [event, { ...event, message: long }]
  expect(write(sent[1] ?? event)?.length).toBeGreaterThan(1)
  for (const one of sent) {
    const arrived = once(server, 'message')
    expect((await delivery.send([one], signal)).refused).toBe(0)
    expect((await arrived)[0]).toEqual(JSON.parse(gelfMessage(one, 'one')))
  }
  const tooLong = { ...event, message: Buffer.alloc(1_100_000, 'x').toString() }
  expect((await delivery.send([tooLong], signal)).refused).toBe(settings.compress ? 0 : 1)
})

test('over TCP a null byte ends each message, and the end of the stream confirms them', async () => {
  const { promise: received, resolve, reject } = Promise.withResolvers<string>()
  const server = createServer(socket => void text(socket).then(resolve, reject)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const delivery = await open({ kind: 'gelf', host: '127.0.0.1', port })
  const sent = [event, { ...event, id: '8', message: 'é '.repeat(200_000) }, { ...event, message: 'a\0b' }]
  const { refused, confirmed } = await delivery.send(sent, signal)
  expect(refused).toBe(0)
  await delivery.close()
  await confirmed
  expect(await received).toBe(sent.map(one => `${gelfMessage(one, 'one')}\0`).join(''))
  expect((await received).split('\0')).toHaveLength(sent.length + 1)
})
