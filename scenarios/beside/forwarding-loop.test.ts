import { expect, test } from 'vitest'
import { LineSender } from '../testing/line-sender.ts'
import type { Millrace } from '../testing/millrace.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const first = startMillrace()
const second = startMillrace()

async function forward(from: Millrace, to: Millrace): Promise<void> {
  const syslog = to.address('syslog_rfc5424')
  const answer = await from.client.post('/api/forwarders', { name: 'other', syslog })
  expect(answer.status, await answer.text()).toBe(201)
}

async function refusedLoops({ client }: Millrace): Promise<number> {
  const answer = await client.get('/api/ledger')
  // As the interface says.
  const { totals } = (await answer.json()) as { totals: { refused_by: Record<string, number> } }
  return totals.refused_by.loop ?? 0
}

test('two installations that forward to each other have each event once', async () => {
  await forward(first, second)
  await forward(second, first)
  const sender = await LineSender.connect(first.address('syslog_rfc5424'))
  for (const word of ['alpha', 'beta']) {
    const line = `<14>1 ${new Date().toISOString()} fw-1 app - - - loop ${word}`
    await sender.send(`${line.length} ${line}`)
  }
  await sender.end()
  await until('both events at the second one', async () => (await second.client.count('loop')).events === 2)
  await until('the loop is refused', async () => (await refusedLoops(first)) === 2)
  expect(await first.client.count('loop')).toEqual({ events: 2, occurrences: 2 })
  const [event] = await second.client.events('alpha')
  expect(event).toMatchObject({ host: 'fw-1', program: 'app', message: 'loop alpha' })
  expect(Object.keys(event?.user_tags ?? {})).toContain('forwarded_by')
})
