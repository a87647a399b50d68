import gelf from 'gelf-pro'
import { expect, test } from 'vitest'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const messages = 300

const millrace = startMillrace({ MILLRACE_GELF_UDP: '127.0.0.1:0', MILLRACE_GELF_TCP: '127.0.0.1:0' })
const { client } = millrace

/** Text that zlib hardly compresses, so that it arrives in chunks. */
function noise(seed: number, length: number): string {
  let value = seed + 1
  return Array.from({ length }, () => {
    value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0
    return String.fromCharCode(0x4e00 + ((value >>> 8) % 20_000))
  }).join('')
}

test.each(['udp', 'tcp'] as const)('gelf-pro over %s: every message once, long ones too', async transport => {
  const { host, port } = millrace.address(`gelf_${transport}`)
  gelf.adapter = undefined
  gelf.setConfig({ adapterName: transport, adapterOptions: { host, port }, fields: { app: 'shop' } })
  const word = `over${transport}`
  const sent = Array.from(
    { length: messages },
    (_, i) => `${word} number ${i}${i % 10 === 0 ? ` ${noise(i, 8_000)}` : ''}`,
  )
  for (const message of sent) {
    await new Promise<void>((resolve, reject) => {
      gelf.error(message, { host: 'web-1', zone: 'north' }, error => (error ? reject(error) : resolve()))
    })
  }
  await until(`${messages} messages of ${word}`, async () => (await client.count(word)).events >= messages)
  const events = await client.events(word)
  expect(events.map(({ message }) => message).sort()).toEqual(sent.sort())
  for (const event of events) {
    expect(event).toMatchObject({
      host: 'web-1',
      program: 'shop',
      severity_name: 'ERROR',
      user_tags: { zone: 'north' },
      counter: 1,
    })
  }
})
