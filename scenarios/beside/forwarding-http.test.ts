import { expect, test } from 'vitest'
import { LineSender } from '../testing/line-sender.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const first = startMillrace()
const second = startMillrace()

const kinds = {
  elasticsearch: { url: '/elasticsearch', index: 'logs' },
  loki: { url: '/loki/api/v1/push', labels: ['origin@1.site'] },
  otlp: { url: '/v1/logs' },
}

test.each(Object.entries(kinds))('%s: a second installation has equal events', async (kind, settings) => {
  const word = `over${kind}`
  const authorization = `Bearer ${second.token}`
  const answer = await first.client.post('/api/forwarders', {
    name: kind,
    filter: [{ field: 'message', value: `*${word}*` }],
    window_size: 0,
    [kind]: { ...settings, url: `${second.url}${settings.url}`, authorization, compress: true },
  })
  expect(answer.status, await answer.text()).toBe(201)
  const sender = await LineSender.connect(first.address('syslog_rfc5424'))
  for (let severity = 0; severity < 8; severity++) {
    const head = `<${24 + severity}>1 2026-01-02T03:04:0${severity}.678901Z fw-${severity} app${severity}`
    const line = `${head} - - [origin@1 site="north" user="ann"] ${word} "${severity}"`
    await sender.send(`${Buffer.byteLength(line)} ${line}`)
  }
  await sender.end()
  await until('all events', async () => (await second.client.count(word)).events === 8)
  const shown = async ({ client }: typeof first) =>
    (await client.events(word))
      .map(({ host, program, severity_name, facility_name, message, first_occurrence }) => ({
        ...{ host, program, severity_name, facility_name, message, first_occurrence },
      }))
      .sort((one, other) => one.host.localeCompare(other.host))
  expect(await shown(second)).toEqual(await shown(first))
  const dotless = (name: string) => name.replace(/\W/g, '_')
  const [sent] = await first.client.events(word)
  const tags = Object.entries(sent?.user_tags ?? {}).map(([name, value]) => [dotless(name), value])
  expect(tags.length).toBeGreaterThan(0)
  for (const event of await second.client.events(word)) {
    const received = Object.entries(event.user_tags ?? {}).map(([name, value]) => [dotless(name), value])
    expect(Object.fromEntries(received)).toMatchObject({
      ...Object.fromEntries(tags),
      forwarded_by: expect.stringMatching(/./),
    })
  }
})
