import { expect, test } from 'vitest'
import { LineSender } from '../testing/line-sender.ts'
import type { Millrace } from '../testing/millrace.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const first = startMillrace()
const second = startMillrace()

async function forward(from: Millrace, target: object): Promise<number> {
  const answer = await from.client.post('/api/forwarders', { name: 'other', ...target })
  expect(answer.status).toBe(201)
  // As the interface says.
  return ((await answer.json()) as { id: number }).id
}

const overSyslog = async (to: Millrace) => ({ syslog: to.address('syslog_rfc5424') })
/** With the token of the administrator, which may send events too. */
const overHttp = async (to: Millrace) => ({ millrace: { url: to.url, token: to.token, compress: true } })

async function refusedLoops({ client }: Millrace): Promise<number> {
  const answer = await client.get('/api/ledger')
  // As the interface says.
  const { totals } = (await answer.json()) as { totals: { refused_by: Record<string, number> } }
  return totals.refused_by.loop ?? 0
}

test.each([
  ['syslog', overSyslog],
  ['millrace', overHttp],
] as const)(
  'two installations that forward to each other over %s have each event once',
  async (name, target) => {
    const before = await refusedLoops(first)
    const forwarders = [
      [first, await forward(first, await target(second))],
      [second, await forward(second, await target(first))],
    ] as const
    const sender = await LineSender.connect(first.address('syslog_rfc5424'))
    for (const word of ['alpha', 'beta']) {
      const line = `<14>1 ${new Date().toISOString()} fw-1 app - - - loop${name} ${word}`
      await sender.send(`${line.length} ${line}`)
    }
    await sender.end()
    const count = ({ client }: Millrace) => client.count(`loop${name}`)
    await until('both events at the second one', async () => (await count(second)).events === 2)
    // More than two if events are sent again.
    await until('the loop is refused', async () => (await refusedLoops(first)) >= before + 2)
    expect(await count(first)).toEqual({ events: 2, occurrences: 2 })
    expect(await count(second)).toEqual({ events: 2, occurrences: 2 })
    const [sent] = await first.client.events(`loop${name} alpha`)
    const [event] = await second.client.events(`loop${name} alpha`)
    expect(event).toMatchObject({ host: 'fw-1', program: 'app', message: `loop${name} alpha` })
    expect(event?.first_occurrence).toBe(sent?.first_occurrence)
    expect(Object.keys(event?.user_tags ?? {})).toContain('forwarded_by')
    for (const [{ client }, id] of forwarders)
      await client.patch(`/api/forwarders/${id}`, { is_active: false })
  },
)
