import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Dashboard } from '../src/schema/dashboard.ts'
import type { QueryRepresentation } from '../src/schema/query/query.ts'
import type { Widget } from '../src/schema/widget.ts'
import { Client, type OutgoingEvent } from './testing/client.ts'
import { Millrace } from './testing/millrace.ts'
import { until } from './testing/until.ts'

/** Files of people who use the interface; they are not ours to hand on, and not everywhere. */
const folder = fileURLToPath(new URL('../../shared/samples/dashboards', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => /\.(json|ya?ml)$/.test(name)) : []
const number = 200

/** A little of what such dashboards ask for: firewalls, name servers, hosts, with tags and mnemonics. */
function event(i: number): OutgoingEvent {
  const [program = '', message = ''] =
    [
      [
        'Cisco',
        `%ASA-6-30201${i % 8}: Teardown TCP connection ${i} for outside:198.51.100.${i}/443 duration 0:00:0${i % 10}`,
      ],
      ['Fortigate', `type=traffic action=${i % 3 === 0 ? 'deny' : 'accept'} sessionid=${i} m500 cached`],
      ['named', `client 203.0.113.${i}#5353 query: host${i}.example IN A`],
      ['sshd', `error: failed password for user${i} from 198.51.100.${i} port 4${i}`],
    ][i % 4] ?? []
  const user_tags = { SrcIP: `198.51.100.${i}`, DstIP: '203.0.113.9', 'FortiGate Type': 'traffic' }
  return {
    ts: Date.now() / 1_000 - i * 15,
    host: `edge-${i % 5}`,
    program,
    priority: i % 192,
    message,
    user_tags,
  }
}

let millrace: Millrace
let client: Client

/** The query of a widget once it is no longer at work. */
async function answerOf({ query_id, title }: Widget): Promise<QueryRepresentation> {
  return await until(`the answer of ${title}`, async () => {
    const answer = await client.get(`/api/query/${query_id}`)
    expect(answer.status).toBe(200)
    // The shape of this route; the tests of the API hold it to it.
    const query = (await answer.json()) as QueryRepresentation
    return query.status === 'PENDING' || query.status === 'IN_PROGRESS' ? undefined : query
  })
}

describe.runIf(files.length > 0)('every widget of a real dashboard has an answer', () => {
  beforeAll(async () => {
    millrace = await Millrace.start()
    client = new Client(millrace)
    expect(await client.send(Array.from({ length: number }, (_, i) => event(i)))).toBe(200)
    await until('all events', async () => (await client.search({})).totals.count === number)
  })
  afterAll(() => millrace.remove())

  test.each(files)('%s', async name => {
    const file: unknown = parse(readFileSync(path.join(folder, name), 'utf8'))
    const answer = await client.post('/api/dashboards', file)
    expect(answer.status).toBe(201)
    // The shape of this route; the tests of the API hold it to it.
    const made = [(await answer.json()) as Dashboard | Dashboard[]].flat()
    const widgets = made.flatMap(({ widgets }) => widgets)
    expect(widgets.length).toBeGreaterThan(0)
    for (const widget of widgets) {
      const query = await answerOf(widget)
      expect({ widget: widget.title, type: query.type, status: query.status, error: query.error }).toEqual({
        widget: widget.title,
        type: widget.type,
        status: 'SUCCESS',
      })
    }
    const exported = await Promise.all(
      made.map(async ({ id }) => (await client.get(`/api/dashboards/${id}?export=true`)).json()),
    )
    expect(exported).toEqual([file].flat())
  })
})
