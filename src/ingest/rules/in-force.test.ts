// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import type { Intake } from '../worker/intake.ts'
import { openIntake } from '../worker/open-intake.ts'
import { fileOf } from './testing/events.ts'

const place = mkdtempSync(path.join(tmpdir(), 'rules-'))
const store = new CollectingSink()
let intake: Intake

const tagged = (name: string, value: string) =>
  fileOf({ rewrite_rules: [{ tag: { [name]: value } }] }, 'a.yaml')

beforeAll(async () => {
  const rules = [fileOf({ rewrite_rules: [{ match: { field: 'program', value: 'noise' }, drop: true }] })]
  intake = await openIntake(testSettings(place, { rules }), {
    ...testPorts(),
    sink: store.sink,
    warn: message => {
      throw new Error(message)
    },
    onDeath: error => {
      throw error
    },
  })
})
afterAll(async () => {
  await intake.close()
  rmSync(place, { recursive: true })
})

const post = (...events: unknown[]) => intake.submitIncoming(eventsSubmission(events))

async function balance() {
  const { received, stored, duplicates, dropped, tooOld, refused, inFlight } = await intake.counters()
  return { received, sum: stored + duplicates + dropped + tooOld + refused + inFlight, dropped }
}

test('a dropped event is accepted, is not stored, and is in the ledger', async () => {
  const answer = await post(
    { program: 'noise', message: 'a' },
    { program: 'b', message: 'b' },
    { program: 'noise', message: 'c' },
  )
  expect(answer).toEqual({ status: 200, accepted: 3, tooOld: 0 })
  await intake.flush()
  expect(store.rows.map(({ message }) => message)).toEqual(['b'])
  expect(await balance()).toEqual({ received: 3, sum: 3, dropped: 2 })
  expect((await intake.ruleCounts()).rules).toMatchObject([{ matched: 2, errors: 0 }])
})

test('structured data, PID and MSGID of syslog and extra fields and JSON of HTTP are there for rules, and gone behind them', async () => {
  await intake.setRules([
    fileOf({
      rewrite_rules: [
        {
          match: { field: '${extra:SDATA.app@1.unit}', value: 'db' },
          tag: { Pid: '${extra:PID}', Msg: '${extra:MSGID}' },
        },
        {
          match: { field: '${extra:level}', op: 'gt', value: 3 },
          rewrite: { message: '$MESSAGE ${extra:json.deep.0}' },
        },
      ],
    }),
  ])
  const { host = '', port = 0 } = intake.addresses.syslog_tcp ?? {}
  const socket = connect(port, host)
  await once(socket, 'connect')
  socket.end(`<38>1 ${new Date().toISOString()} h app 77 M1 [app@1 unit="db"] from syslog\n`)
  await once(socket, 'close')
  await post({ message: 'from http', extra_fields: { level: 4 }, json: { deep: ['x'] } })
  await intake.flush()
  const seen = store.rows.map(({ message, tags }) => ({ message, tags }))
  expect(seen).toContainEqual({ message: 'from syslog', tags: { Pid: '77', Msg: 'M1' } })
  expect(seen).toContainEqual({ message: 'from http x', tags: {} })
})

test('rules come before deduplication: events that they make equal are one', async () => {
  await intake.setRules([
    fileOf({
      rewrite_rules: [
        { match: { field: 'message', op: '=~', value: '(tick) \\d+' }, rewrite: { message: '$1' } },
      ],
    }),
  ])
  await post({ message: 'tick 1' }, { message: 'tick 2' }, { message: 'tick 3' })
  await intake.flush()
  expect(store.counts().get('tick')).toBe(3)
  expect(new Set(store.rows.filter(({ message }) => message === 'tick').map(({ id }) => id)).size).toBe(1)
})

test('new rules take the place of old ones between two events: none is lost, each meets one or the other', async () => {
  await intake.setRules([tagged('Version', '0')])
  const before = await balance()
  const posts: Promise<unknown>[] = []
  for (let version = 1; version <= 5; version++) {
    for (let i = 0; i < 4; i++) {
      posts.push(post(...Array.from({ length: 50 }, (_, n) => ({ message: `swap ${version} ${i} ${n}` }))))
    }
    await intake.setRules([tagged('Version', String(version))])
  }
  await Promise.all(posts)
  await intake.flush()
  const rows = store.rows.filter(({ message }) => message.startsWith('swap '))
  expect(rows).toHaveLength(1_000)
  expect(rows.every(({ tags }) => /^[0-5]$/.test(tags.Version ?? ''))).toBe(true)
  expect(await balance()).toMatchObject({ received: before.received + 1_000, sum: before.sum + 1_000 })
  await intake.setRules([])
  expect(await intake.ruleCounts()).toEqual({ rules: [], unindexed: [] })
})
