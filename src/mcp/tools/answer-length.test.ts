import { expect, test } from 'vitest'
import { answerText } from '../calls/answer-text.ts'
import type { Api } from '../calls/api.ts'
import { eventContext } from './event-context.ts'
import { ingestHealth } from './ingest-health.ts'
import { listFields } from './list-fields.ts'
import { listHosts } from './list-hosts.ts'

const hosts = Array.from({ length: 500 }, (_, at) => ({ host: `${at}`.padStart(255, 'h'), last_at: at }))
const note = { id: 1, text: '\u202E'.repeat(10_000) }
const event = {
  _id: '7',
  id: 7,
  host: 'a',
  program: '',
  facility_name: 'user',
  severity_name: 'info',
  first_occurrence: 7,
  last_occurrence: 7,
  message: '\u202E'.repeat(30_000),
  user_tags: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`tag${at}`, 'v'.repeat(2_000)])),
  notes: Array(100).fill(note),
  notes_count: 100,
}
const around = Array.from({ length: 50 }, (_, at) => ({
  ...event,
  id: 8 + at,
  _id: String(8 + at),
  first_occurrence: 8 + at,
}))
const query = {
  query_id: 'q',
  status: 'SUCCESS',
  progress: 100,
  results: { totals: {}, events: { objects: around } },
}

/** Answers of a service with texts of maximum length. */
const bodies: Record<string, unknown> = {
  '/api/ingest/hosts': { objects: hosts, item_count: 500, page_count: 1 },
  '/api/ingest/health': { level: 'ok', at: 0, checks: [], hosts: {}, quiet: hosts, losses: null },
  '/api/tags': {
    ts_from: 0,
    ts_to: 1,
    count: 1,
    sampled: 1,
    total: 500,
    list: hosts.map(({ host }) => ({ name: host, count: 1, values: 1, numeric: false })),
  },
  '/api/events/7': event,
  '/api/query': query,
}
const api: Api = {
  request: async (_method, path) => ({ status: 200, body: bodies[path.replace(/\?.*/, '')] }),
}
const call = { api, signal: new AbortController().signal }

const more = { more: expect.any(String) }

test.each([
  { tool: listHosts, given: { limit: 500 }, leftOut: more },
  { tool: ingestHealth, given: {}, leftOut: more },
  { tool: listFields, given: { limit: 500 }, leftOut: more },
  { tool: eventContext, given: { id: '7', before: 50, after: 50, message_length: 10_000 }, leftOut: more },
  {
    tool: eventContext,
    given: { id: '7', before: 0, after: 0 },
    leftOut: { event: { notes_left_out: 96, tags_left_out: 196 } },
  },
])('the longest answers fit and say what is missing: $tool.name $given', async ({ tool, given, leftOut }) => {
  expect(JSON.parse(answerText(await tool.run(call, given)))).toMatchObject(leftOut)
})
