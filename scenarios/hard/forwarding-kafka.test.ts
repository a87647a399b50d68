import { Consumer, ListOffsetTimestamps, MessagesStreamModes, stringDeserializers } from '@platformatic/kafka'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Forwarder, ForwarderTest } from '../../src/schema/forwarding/forwarder.ts'
import type { KafkaTarget } from '../../src/schema/forwarding/targets/kafka.ts'
import { isDeep } from '../../src/testing/depth.ts'
import { account, KafkaBroker, lostAddress } from '../testing/kafka/kafka-broker.ts'
import { LineSender } from '../testing/line-sender.ts'
import { Millrace } from '../testing/millrace.ts'
import { until } from '../testing/until.ts'

const eventsOfStep = isDeep ? 100_000 : 5_000
const hosts = 16

let millrace: Millrace
let kafka: KafkaBroker
beforeAll(async () => {
  ;[kafka, millrace] = await Promise.all([KafkaBroker.start(), Millrace.start()])
})
afterAll(async () => {
  await millrace?.remove()
  await kafka?.remove()
})

let sent = 0
/** Sends different events, from sixteen hosts. */
async function send(): Promise<void> {
  const time = new Date().toISOString()
  await sendLines(Array.from({ length: eventsOfStep }, () => lineOf(time, `event ${sent++} of many`)))
}

const lineOf = (time: string, message: string) => `<14>1 ${time} fw-${sent % hosts} app - - - ${message}`

async function sendLines(lines: readonly string[]): Promise<void> {
  const sender = await LineSender.connect(millrace.address('syslog_rfc5424'))
  await sender.send(lines.map(line => `${line.length} ${line}`).join(''))
  await sender.end()
}

async function create(name: string, settings: Partial<KafkaTarget>, isActive = true): Promise<number> {
  const target = { brokers: [kafka.plain], topic: 'events', ...settings }
  const draft = { name, window_size: 0, is_active: isActive, kafka: target }
  const created = await millrace.client.post('/api/forwarders', draft)
  expect(created.status, await created.clone().text()).toBe(201)
  const { id } = (await created.json()) as Forwarder // as the interface says
  return id
}

async function statusOf(id: number): Promise<Forwarder['status']> {
  const answer = await millrace.client.get(`/api/forwarders/${id}`)
  const { status } = (await answer.json()) as Forwarder // as the interface says
  return status
}

interface Record {
  id: string
  message: string
  partition: number
}

/** All records of a topic, in the order of each partition. */
async function recordsOf(topic: string): Promise<Record[]> {
  const consumer = new Consumer({
    clientId: 'scenario',
    groupId: topic,
    bootstrapBrokers: [kafka.plain],
    deserializers: stringDeserializers,
  })
  try {
    const ends = await consumer.listOffsets({ topics: [topic], timestamp: ListOffsetTimestamps.LATEST })
    const expected = (ends.get(topic) ?? []).reduce((sum, end) => sum + Number(end), 0)
    const stream = await consumer.consume({
      topics: [topic],
      mode: MessagesStreamModes.EARLIEST,
      autocommit: false,
    })
    const records: Record[] = []
    for await (const { value, headers, partition } of stream) {
      records.push({ id: headers.get('id') ?? '', message: JSON.parse(value).message, partition })
      if (records.length === expected) break
    }
    return records
  } finally {
    await consumer.close(true)
  }
}

test('a topic gets each event in spite of kills of both sides, each host in order', async () => {
  await kafka.createTopic('events', 3)
  const id = await create('Kafka', { compression: 'zstd' })
  await send()
  await until('the first events', async () => (await statusOf(id)).sent > 0)
  await kafka.kill()
  await send()
  await until('an error', async () => (await statusOf(id)).error !== null)
  await kafka.restart()
  await send()
  await until('events after the kill of Kafka', async () => (await statusOf(id)).sent > eventsOfStep)
  // Without an acknowledgement, events that were just received would be lost with the process.
  await until('all events are stored', async () => (await millrace.client.count('many')).events === sent)
  await millrace.kill9()
  await millrace.restart()
  await send()
  await until('all events are sent', async () => (await statusOf(id)).sent >= sent)

  const records = await recordsOf('events')
  const firsts = new Map<string, Record>()
  for (const record of records) if (!firsts.has(record.id)) firsts.set(record.id, record)
  const numbers = [...firsts.values()].map(({ message }) =>
    Number(/^event (\d+) of many$/.exec(message)?.[1]),
  )
  expect(new Set(numbers).size).toBe(sent)
  expect(numbers).toHaveLength(sent)
  for (let host = 0; host < hosts; host++) {
    const ofHost = numbers.filter(number => number % hosts === host)
    expect(ofHost).toEqual(ofHost.toSorted((a, b) => a - b))
  }
  expect(new Set(records.map(({ partition }) => partition))).toEqual(new Set([0, 1, 2]))
  expect(await statusOf(id)).toMatchObject({ refused: 0, skipped: 0, dropped: 0 })
})

test('events that are too large for a topic are counted, and the others arrive', async () => {
  await kafka.createTopic('small', 3, { 'max.message.bytes': '2000' })
  const id = await create('Small', { topic: 'small' })
  const time = new Date().toISOString()
  const long = [3, 17, 40]
  const messages = Array.from(
    { length: 50 },
    (_, n) => `short ${n} ${long.includes(n) ? 'x'.repeat(3_000) : ''}`,
  )
  await sendLines(messages.map(message => lineOf(time, message)))
  const status = await until('all events', async () => {
    const status = await statusOf(id)
    return status.sent + status.refused >= messages.length && status
  })
  expect(status).toMatchObject({ sent: 47, refused: 3 })
  const got = (await recordsOf('small')).map(({ message }) => Number(message.split(' ')[1]))
  const wanted = messages.map((_, n) => n).filter(n => !long.includes(n))
  expect(got.toSorted((a, b) => a - b)).toEqual(wanted)
})

test('a test event says what is wrong', async () => {
  await kafka.createTopic('tried', 1)
  const outcome = async (name: string, settings: Partial<KafkaTarget>) => {
    const id = await create(name, { topic: 'tried', ...settings }, false)
    const answer = await millrace.client.post(`/api/forwarders/${id}/test`, {})
    const { detail } = (await answer.json()) as ForwarderTest // as the interface says
    return detail
  }
  const taken = 'The destination took the event.'
  const secure: Partial<KafkaTarget> = { brokers: [kafka.sasl], tls: true, ca: kafka.ca }
  const scram: Partial<KafkaTarget> = { ...secure, sasl: 'scram_sha_256', ...account }
  expect(await outcome('SCRAM', scram)).toBe(taken)
  for (const compression of ['none', 'gzip', 'zstd', 'lz4', 'snappy'] as const)
    expect(await outcome(compression, { compression, record_key: 'none' })).toBe(taken)
  expect(await outcome('password', { ...scram, password: 'x' })).toBe(
    `${kafka.sasl} refused the user or the password.`,
  )
  expect(await outcome('mechanism', { ...scram, sasl: 'plain' })).toBe(
    `${kafka.sasl} does not offer the SASL mechanism PLAIN.`,
  )
  expect(await outcome('no user', secure)).toMatch('A broker closed the connection.')
  expect(await outcome('no TLS', { brokers: [kafka.sasl] })).toBe('The brokers expect TLS.')
  expect(await outcome('authority', { ...scram, ca: '' })).toMatch('self-signed certificate')
  expect(await outcome('topic', { topic: 'absent' })).toBe('The topic absent does not exist.')
  expect(await outcome('address', { brokers: [kafka.elsewhere] })).toMatch(
    `is not used: ${lostAddress} is not a public address`,
  )
  expect((await recordsOf('tried')).map(({ message }) => message)).toHaveLength(6)
})
