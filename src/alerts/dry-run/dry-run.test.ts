import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { allStored } from '../../ingest/spool/spooled-file.ts'
import { eventsSubmission } from '../../ingest/testing/submission.ts'
import { TestIngest } from '../../ingest/testing/test-ingest.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import { openQueryService } from '../../query/life/open.ts'
import { CorpusStore } from '../../query/testing/corpus-store.ts'
import type { SpoolBatch } from '../../schema/event/row.ts'
import type { TriggerDraft } from '../../schema/triggers/trigger.ts'
import { isDeep } from '../../testing/depth.ts'
import { compileTrigger } from '../compile-trigger.ts'
import { compareFires } from '../windows/testing/oracle.ts'
import { dryRun } from './dry-run.ts'
import { LiveTriggers } from './testing/live-triggers.ts'

const day = 86_400
const owner = { id: 1, hosts: ['*'], managesTriggers: true }

const filter = fc.constantFrom<TriggerDraft['filter']>(
  [],
  [{ field: 'message', op: 'qp', value: 'login' }],
  [{ field: 'message', op: 'qp', value: 'link OR logout' }],
  [{ field: 'host', op: 'eq', value: ['fw-1', 'web-1'] }],
  [{ field: 'user', op: 'ne', value: ['eve'] }],
  [{ field: 'severity', op: 'le', value: 3 }],
)
const by = fc.constantFrom(null, 'host', 'user', 'severity')
const seconds = fc.constantFrom(1, 5, 30, 120)
const condition = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: 8 }), seconds, by }),
  fc.record({
    kind: fc.constant('distinct' as const),
    field: fc.constantFrom('user', 'message', 'host'),
    count: fc.integer({ min: 1, max: 4 }),
    seconds,
    by,
  }),
  fc.record({
    kind: fc.constant('first_seen' as const),
    field: fc.constantFrom('user', 'host', 'message', 'severity'),
    days: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('new_template' as const) }),
  fc.record({ kind: fc.constant('absence' as const), seconds: fc.constantFrom(5, 30, 600), by }),
  fc.record({
    kind: fc.constant('pair' as const),
    followed_by: filter,
    seconds,
    expect: fc.constantFrom('follows' as const, 'missing' as const),
    by,
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    factor: fc.constantFrom(0.5, 1, 2, 3),
    seconds: fc.constant(3_600),
    days: fc.integer({ min: 1, max: 2 }),
  }),
)
const draft = fc.record({
  name: fc.constant('x'),
  filter,
  condition,
  on_repeats: fc.constantFrom('first' as const, 'each' as const),
})

/** A few minutes on each of three days, at about the same time. */
const event = fc.record({
  offset: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 3_600, max: 3_900 })),
  host: fc.constantFrom('fw-1', 'fw-2', 'web-1'),
  user: fc.constantFrom('', 'ann', 'bob', 'eve', 'zoë'),
  message: fc.constantFrom('login failed 17', 'login failed 18', 'logout', 'link down', 'link up', 'Ünï 1'),
  severity: fc.integer({ min: 2, max: 5 }),
})

test('a dry run finds what the live triggers matched and fired, on the real engine', async () => {
  const { seed = 1 } = fc.readConfigureGlobal()
  const [events = []] = fc.sample(fc.array(event, { minLength: 180, maxLength: 180 }), { numRuns: 1, seed })
  const drafts = fc.sample(draft, { numRuns: isDeep ? 200 : 9, seed })
  const from = Math.floor(Date.now() / 1_000 / day) * day - 3 * day
  const to = from + 2 * day + 4_321

  const { store } = await CorpusStore.open([])
  const queryService = openQueryService({ store, timezone: 'UTC', log: () => {} })
  const triggers = drafts.map((given, index) => {
    const content = fullContent(given)
    const compiled = compileTrigger(index + 1, content, owner)
    if (compiled === undefined) throw new Error('a filter of the test means nothing')
    return { id: index + 1, ownerId: 1, content, compiled }
  })
  const live = new LiveTriggers(triggers, queryService, from)
  const ingest = new TestIngest({
    sink: async (batches: readonly SpoolBatch[]) => {
      await store.append(...batches)
      live.record(batches)
      return allStored
    },
  })
  onTestFinished(async () => {
    await ingest.close()
    await queryService.close()
    await store.close()
  })
  await ingest.open({ triggers: triggers.map(({ compiled }) => compiled) })

  const timed = events
    .map(({ offset: [days, second], ...members }) => ({ ...members, ts: from + days * day + second }))
    .sort((a, b) => a.ts - b.ts)
  for (let at = 0, size = 1; at < timed.length; at += size, size = (size % 7) + 1) {
    const batch = timed.slice(at, at + size)
    await live.pass((batch[0]?.ts ?? 0) - 1)
    const sent = batch.map(({ user, ...members }) => ({
      ...members,
      ...(user !== '' && { user_tags: { user } }),
    }))
    const answer = await ingest.ingest.submitIncoming(eventsSubmission(sent))
    expect(answer.status).toBe(200)
    await ingest.ingest.flush()
    await live.pass(batch.at(-1)?.ts ?? 0)
  }
  await live.pass(to + 2 * 3_600)

  const history = queryService.history(1, new AbortController().signal)
  let fired = 0
  for (const { id, content, compiled } of triggers) {
    const found = await dryRun(history, content, compiled, { from, to })
    const fires = (live.fires.get(id) ?? []).filter(({ at }) => at < to).sort(compareFires)
    const matches = live.matches.get(id) ?? 0
    const about = JSON.stringify(content.condition) + JSON.stringify(content.filter) + content.on_repeats
    expect([about, found.matches]).toEqual([about, matches])
    const isDistinct = content.condition?.kind === 'distinct'
    const named = (all: readonly { at: number; key: string; value: string }[]) =>
      all.map(({ at, key, value }) => [at - from, key, isDistinct ? '' : value])
    if (content.condition === null) expect(found.fires).toBe(matches)
    else {
      expect([about, found.fires]).toEqual([about, fires.length])
      // Beyond 100 firings it shows only the newest.
      if (fires.length <= 100)
        expect([about, ...named(found.firings.toSorted(compareFires))]).toEqual([about, ...named(fires)])
      fired += fires.length
    }
    expect(found.series.reduce((sum, point) => sum + point.matches, 0)).toBe(matches)
    expect(found.top_hosts.reduce((sum, { count }) => sum + count, 0)).toBe(matches)
    expect(found.complete).toBe(true)
  }
  expect(fired).toBeGreaterThan(4 * triggers.length)
})
