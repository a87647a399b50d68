import { createSocket } from 'node:dgram'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { EventRecord } from '../../src/schema/event/event-record.ts'
import { conditionsIn } from '../../src/schema/filter/condition.ts'
import type { Trigger, TriggerExport, TriggerImport } from '../../src/schema/triggers/trigger.ts'
import { startMillrace } from '../testing/service.ts'
import { triggersOfOthers } from '../testing/triggers-of-others.ts'
import { until } from '../testing/until.ts'

/** Files of users of the API; they are not ours to redistribute, and not available everywhere. */
const folder = fileURLToPath(new URL('../../../shared/samples/triggers', import.meta.url))
const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []

const millrace = startMillrace({ MILLRACE_AUTOMATIC_FIELDS: 'pairs' })
const { client } = millrace
const socket = createSocket('udp4')
afterAll(() => void socket.close())

async function log(line: string): Promise<void> {
  const { host, port } = millrace.address('syslog_udp')
  await new Promise<void>((resolve, reject) =>
    socket.send(line, port, host, error => (error === null ? resolve() : reject(error))),
  )
}

let lines = 0
/** A word that only occurs in the line of this event. */
const mark = (line: number) => `zline${line}z`

/** A line that matches all conditions, with the last value of each list. */
function lineFor({ filter }: TriggerExport): { line: string; word: string } {
  const conditions = conditionsIn(filter)
  const of = (name: string) =>
    [conditions.find(({ field }) => field === name)?.value ?? ''].flat().at(-1) ?? ''
  const number = (name: string, other: number) => (of(name) === '' ? other : Number(of(name)))
  const pairs = conditions
    .filter(({ field }) => field.startsWith('ut_'))
    .map(({ field }) => `${field.slice(3)}="${of(field)}"`)
  const word = mark(lines++)
  const mnemonic = of('cisco_mnemonic')
  const program = mnemonic === '' ? of('program') || 'app' : ''
  const text = [`on ${word}:`, of('message'), ...pairs, 'more=1 end=2'].filter(Boolean).join(' ')
  const header = `<${number('facility', 1) * 8 + number('severity', 6)}>${stamp(new Date())} ${of('host') || 'web-1'}`
  return {
    word,
    line: mnemonic === '' ? `${header} ${program}[12]: ${text}` : `${header} 42: %${mnemonic}: ${text}`,
  }
}

/** An RFC 3164 timestamp. */
function stamp(at: Date): string {
  const [, day = '', month = '', , time = ''] = at.toUTCString().split(' ')
  return `${month} ${String(Number(day)).padStart(2)} ${time}`
}

/**
 * Imports a file, checks that its export is equal, and logs a line for each of its triggers, which must set
 * it off.
 */
async function proves(content: TriggerExport | TriggerExport[]): Promise<void> {
  const imported = await client.post('/api/triggers/import', content)
  expect(imported.status).toBe(201)
  // The shapes of these routes, which the API tests check.
  const outcomes = (await imported.json()) as TriggerImport[]
  const exported: unknown[] = []
  for (const { trigger_id } of outcomes)
    exported.push(await (await client.get(`/api/triggers/${trigger_id}?export=true`)).json())
  expect(Array.isArray(content) ? exported : exported[0]).toEqual(content)
  for (const [at, given] of [content].flat().entries()) {
    const id = outcomes[at]?.trigger_id ?? 0
    const { line, word } = lineFor(given)
    await log(line)
    const event = await until(`the event of ${given.name}`, async (): Promise<EventRecord | undefined> => {
      return (await client.events(word))[0]
    })
    expect(event.trigger_ids, line).toContain(id)
    expect(event.status, line).toBe(given.mark_known ? (given.mark_actionable === false ? 2 : 1) : 0)
    const trigger = await until(`a count of ${given.name}`, async () => {
      const found = (await (await client.get(`/api/triggers/${id}`)).json()) as Trigger
      return (found.hits_count ?? 0) > 0 && found
    })
    const { hits_count, notifications_count, unread_count } = trigger
    const notified = given.issue_notification === false ? 0 : 1
    expect([given.name, hits_count, notifications_count, unread_count]).toEqual([
      given.name,
      1,
      notified,
      notified,
    ])
  }
}

test.each(triggersOfOthers.map(content => [[content].flat()[0]?.name, content] as const))(
  'the file of %s is imported, exported equal, and set off by a line of syslog',
  (_, content) => proves(content),
)

describe.skipIf(names.length === 0)('real files', () => {
  test.each(names)('%s is imported, exported equal, and set off by a line of syslog', name =>
    proves(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))),
  )
})

test('a line of which nothing holds sets off nothing', async () => {
  const { line, word } = lineFor({ name: 'none', filter: [] })
  await log(line)
  const [event] = await until('the event', async () => {
    const found = await client.events(word)
    return found.length > 0 && found
  })
  expect([event?.trigger_ids, event?.status]).toEqual([[], 0])
})
