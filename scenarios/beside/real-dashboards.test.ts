import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import type { Widget } from '../../src/schema/dashboards/widget.ts'
import { type QueryRepresentation, queryTypes } from '../../src/schema/query/query.ts'
import type { OutgoingEvent } from '../testing/client.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

/** Every type of query, with view settings that only the page knows. */
const ours = {
  config: { title: 'Every type', style_class: 'shine', time_range: { preset: 'last_6_hours' } },
  widgets: Object.keys(queryTypes).map((type, i) => ({
    type,
    config: { title: `The ${type}`, col: (i % 3) * 2, row: Math.floor(i / 3), of_the_view: { shown: [i] } },
  })),
}

/** Files of users of the API; they are not ours to redistribute, and not available everywhere. */
const folder = fileURLToPath(new URL('../../../shared/samples/dashboards', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => /\.(json|ya?ml)$/.test(name)) : []
const real = files.map((name): [string, unknown] => [
  name,
  parse(readFileSync(path.join(folder, name), 'utf8')),
])
const number = 200

/** Typical content of such dashboards: firewalls, name servers, hosts, with tags and mnemonics. */
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

const millrace = startMillrace()
const { client } = millrace

/** The query of a widget once it has ended. */
async function answerOf({ query_id, title }: Widget): Promise<QueryRepresentation> {
  return await until(`the answer of ${title}`, async () => {
    const answer = await client.get(`/api/query/${query_id}`)
    expect(answer.status).toBe(200)
    // The shape of this route, which the API tests check.
    const query = (await answer.json()) as QueryRepresentation
    return query.status === 'PENDING' || query.status === 'IN_PROGRESS' ? undefined : query
  })
}

beforeAll(async () => {
  await client.sendAndFind(Array.from({ length: number }, (_, i) => event(i)))
})

test.each([['a dashboard of every type', ours], ...real])(
  'every widget of %s has an answer, and it is exported as it was',
  async (_name, file) => {
    const answer = await client.post('/api/dashboards', file)
    expect(answer.status).toBe(201)
    // The shape of this route, which the API tests check.
    const made = [(await answer.json()) as Dashboard | Dashboard[]].flat()
    const widgets = made.flatMap(dashboard => dashboard.widgets)
    expect(widgets.length).toBeGreaterThan(0)
    for (const widget of widgets) {
      const { type, status, error } = await answerOf(widget)
      expect({ widget: widget.title, type, status, error }).toEqual({
        widget: widget.title,
        type: widget.type,
        status: 'SUCCESS',
      })
    }
    const exported = await Promise.all(
      made.map(async ({ id }) => (await client.get(`/api/dashboards/${id}?export=true`)).json()),
    )
    // The export says whether it is public even if the file omits it.
    expect(exported).toEqual([file].flat().map(one => Object.assign({ is_public: false }, one)))
  },
)
