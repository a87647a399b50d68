import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeCertificate } from '../../src/ingest/testing/certificate.ts'
import { LineSender } from '../testing/line-sender.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-second-'))
afterAll(() => rmSync(folder, { recursive: true }))
const authority = makeCertificate('Authority of the test')
const { cert, key } = makeCertificate('localhost', authority)
writeFileSync(path.join(folder, 'cert.pem'), cert)
writeFileSync(path.join(folder, 'key.pem'), key)
const listeners = path.join(folder, 'listeners.yaml')
const tls = '{cert: cert.pem, key: key.pem}'
writeFileSync(
  listeners,
  `listeners: [{name: gelf_tls, kind: gelf-tcp, host: 127.0.0.1, port: 0, tls: ${tls}}]`,
)

const first = startMillrace()
const second = startMillrace({
  MILLRACE_GELF_UDP: '127.0.0.1:0',
  MILLRACE_GELF_TCP: '127.0.0.1:0',
  MILLRACE_LISTENERS: listeners,
})
const http = (place: string) => ({
  url: second.url + place,
  authorization: `Bearer ${second.token}`,
  compress: true,
})

/** A destination of each kind, and the tags that its events get in addition. */
const cases: Record<string, [target: () => object, tags?: Record<string, string>]> = {
  elasticsearch: [() => ({ elasticsearch: { ...http('/elasticsearch'), index: 'logs' } }), { index: 'logs' }],
  loki: [() => ({ loki: { ...http('/loki/api/v1/push'), labels: ['site'] } })],
  otlp: [() => ({ otlp: http('/v1/logs') })],
  millrace: [() => ({ millrace: { url: second.url, token: second.token, compress: true } })],
  gelfudp: [() => ({ gelf: { ...second.address('gelf_udp'), transport: 'udp' } })],
  gelftcp: [() => ({ gelf: second.address('gelf_tcp') })],
  gelftls: [() => ({ gelf: { ...second.address('gelf_tls'), transport: 'tls', ca: authority.cert } })],
}

test.each(Object.entries(cases))('%s: a second installation has equal events', async (name, given) => {
  const [target, tags = {}] = given
  const word = `over${name}`
  const answer = await first.client.post('/api/forwarders', {
    name,
    filter: [{ field: 'message', value: `*${word}*` }],
    window_size: 0,
    ...target(),
  })
  expect(answer.status, await answer.text()).toBe(201)
  const minute = new Date(Date.now() - 60_000).toISOString().slice(0, -'00.000Z'.length)
  // More than a datagram of GELF holds.
  const long = ' of many words'.repeat(1_000)
  const sender = await LineSender.connect(first.address('syslog_rfc5424'))
  for (let severity = 0; severity < 8; severity++) {
    const head = `<${24 + severity}>1 ${minute}0${severity}.678901Z fw-${severity} app${severity}`
    const message = `${word} "${severity}"\nsecond line${severity === 7 ? long : ''}`
    const line = `${head} - - [origin@1 site="north" user="ann"] ${message}`
    await sender.send(`${Buffer.byteLength(line)} ${line}`)
  }
  await sender.end()
  await until('all events', async () => (await second.client.count(word)).events === 8)
  const shown = async ({ client }: typeof first, more: object) =>
    (await client.events(word)).map(event => ({
      ...{ host: event.host, program: event.program, message: event.message },
      ...{ severity: event.severity_name, facility: event.facility_name, type: event.type },
      ...{ first_occurrence: event.first_occurrence, user_tags: { ...event.user_tags, ...more } },
    }))
  const sent = await shown(first, { ...tags, forwarded_by: expect.stringMatching(/./) })
  expect(sent[7]?.message).toContain(`\nsecond line${long}`)
  expect(sent[7]?.user_tags).toMatchObject({ site: 'north', user: 'ann' })
  expect(await shown(second, {})).toEqual(sent)
})
