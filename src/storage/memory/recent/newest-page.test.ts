import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMatcher } from '../../../filter/match/matcher.ts'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { StoredEvent } from '../../../schema/event/event.ts'
import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { Mark, Scope } from '../../contract/event-store.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { rowsOf, spoolFile, type TestEvent, type TestRow } from '../../testing/spool-file.ts'
import { FirstPageCache } from './first-page-cache.ts'
import { pageFromMemory } from './newest-page.ts'
import { RecentBatch } from './recent-batch.ts'
import { RecentBatches } from './recent-batches.ts'
import { RecentRows } from './recent-rows.ts'

/** MILLRACE_PAGE_RUNS=5000 runs more cases. */
const runs = Number(process.env.MILLRACE_PAGE_RUNS ?? 150)

const start = Date.UTC(2026, 0, 1) / 1000
const micro = 1_000_000

interface TestBatch {
  spool: SpoolBatch
  rows: readonly TestRow[]
  /** Its rows are stored; before that, a read may see them. */
  isThere: boolean
  /** Its append is pending, or the last one failed. */
  begun: boolean
}

/** A store made of plain lists, with the code that keeps its newest rows in memory. */
class World {
  readonly batches: TestBatch[] = []
  readonly journal = new StoreJournal()
  readonly fresh = new RecentBatches(() => {})
  readonly pages = new FirstPageCache(this.journal, this.fresh)
  readonly rows: RecentRows
  told = 0
  /** Whether a read sees rows that come or go while it runs; drawn at random when absent. */
  seesLate: boolean | undefined
  /** Rows before this second have been dropped. */
  #kept = 0
  /** Lets the current load receive its answer. */
  #answer: (() => void) | undefined
  #loaded: Promise<void> = Promise.resolve()

  constructor(rows: number, bytes: number) {
    const { journal, fresh } = this
    const log = () => {}
    this.rows = new RecentRows({ table: this.#newest, journal, recentBatches: fresh, log }, { rows, bytes })
    journal.listen(this.rows)
  }

  mark(): Mark {
    return this.journal.mark()
  }

  add(rows: readonly TestRow[]): TestBatch {
    const batch: TestBatch = { spool: spoolFile(rows), rows, isThere: false, begun: false }
    this.batches.push(batch)
    return batch
  }

  async begin(batch: TestBatch, repeated: boolean): Promise<void> {
    batch.begun = true
    this.journal.begin({ ...batch.spool, repeated })
    await this.fresh.read(batch.spool)
  }

  end(batch: TestBatch): void {
    if (!batch.begun) return
    batch.begun = false
    batch.isThere = true
    this.journal.end(batch.spool)
  }

  abandon(batch: TestBatch): void {
    if (!batch.begun) return
    batch.begun = false
    batch.isThere = true
    this.journal.abandon(batch.spool.sequence)
  }

  drop(to: number): void {
    this.#kept = Math.max(this.#kept, to)
    this.journal.drop({ from: start, to }, 60)
  }

  load(): void {
    this.#loaded = this.rows.load()
  }

  async loaded(): Promise<void> {
    this.#answer?.()
    await this.#loaded
  }

  async page(scope: Scope, limit: number, meanwhile: () => void): Promise<StoredEvent[]> {
    const query = { sort: [{ field: 'last_occurrence', descending: true }], offset: 0, limit } as const
    this.told++
    const { rows, pages } = this
    return await pageFromMemory({ rows, pages }, scope, query, {
      page: async () => {
        this.told--
        const before = this.events(scope)
        meanwhile()
        return (this.#isLate() ? this.events(scope) : before).slice(0, limit)
      },
      whole: async keys => {
        const ids = new Set(keys.map(({ id }) => id))
        return this.events({ ...scope, from: 0, to: 2 ** 32 }).filter(({ id }) => ids.has(id))
      },
    })
  }

  /** The events that the page must show, from all rows. */
  events({ from, to, predicate, asOf }: Scope): StoredEvent[] {
    const matches = compileMatcher(predicate)
    const seen = this.batches.filter(({ isThere, spool: { sequence } }) => {
      return isThere && (asOf === undefined || (sequence <= asOf.batch && !asOf.missing.includes(sequence)))
    })
    const rows = seen.flatMap(({ rows }) => rows).filter(({ ts }) => ts >= this.#kept * micro)
    const isWithin = (ts: number) => ts >= from * micro && ts < to * micro
    const events = [...Map.groupBy(rows, ({ event }) => event)].flatMap(([event, own]) => {
      const { occurrences, ...content } = event
      const [first = 0] = occurrences
      const last = Math.max(...own.map(({ ts }) => ts))
      const repeats = own.filter(({ repeat }) => repeat === 1).map(({ earlier }) => 1 + earlier.length)
      const counter = repeats.reduce((sum, count) => sum + count, 1)
      const whole = { triggers: [], ...content, ts: first, last, counter }
      const isShown = (isWithin(first) || own.some(({ ts }) => isWithin(ts))) && matches(whole)
      return isShown ? [whole] : []
    })
    return events.sort((a, b) => b.last - a.last || b.id - a.id)
  }

  readonly #newest = async (choice: Mark, most: number) => {
    const answer = Promise.withResolvers<void>()
    this.#answer = answer.resolve
    const before = this.#chosen(choice, most)
    await answer.promise
    return this.#isLate() ? this.#chosen(choice, most) : before
  }

  #isLate(): boolean {
    return this.seesLate ?? this.batches.length % 2 === 0
  }

  #chosen({ batch, missing }: Mark, most: number) {
    const some = this.batches.filter(({ isThere, begun, spool: { sequence } }) => {
      return (isThere || begun) && sequence <= batch && !missing.includes(sequence)
    })
    const rows = some.flatMap(({ rows }) => rows).filter(({ ts }) => ts >= this.#kept * micro)
    rows.sort((a, b) => b.ts - a.ts || b.event.id - a.event.id)
    const bytes = readFileSync(spoolFile(rows.slice(0, most)).file)
    return { batch: new RecentBatch(bytes, 0, most), from: 0 }
  }
}

let ids = 0
const anyRows = fc
  .array(
    fc.record({
      second: fc.integer({ min: 0, max: 20 }),
      host: fc.constantFrom('fw-1', 'FW-2'),
      message: fc.constantFrom('login failed', 'Größe failed', 'link eth0 down', 'failed 10.0.0.7', ''),
      repeats: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 2 }),
    }),
    { minLength: 0, maxLength: 4 },
  )
  .map(events => (second: number) => {
    const made = events.map(event => ({ ...event, second: event.second + second }))
    return made.flatMap(event => rowsOf(eventOf(event)))
  })

function eventOf(made: { second: number; host: string; message: string; repeats: number[] }): TestEvent {
  const id = ++ids
  const { second, host, message, repeats } = made
  const occurrences = [0, ...repeats].map(later => (start + second + later) * micro + id)
  const tags = id % 2 === 0 ? { user: 'eve', '😀': 'a', '\uff61': 'b' } : {}
  const triggers = id % 3 === 0 ? [id % 2, 9] : []
  const content = { host, program: '', facility: 4, severity: 3, mnemonic: '', type: 1, status: 0, triggers }
  return { id, occurrences, ...content, message, tags }
}

const failed: Predicate = { kind: 'phrase', tokens: [{ text: 'failed', wild: false }] }
const predicates: readonly Predicate[] = [
  { kind: 'const', value: true },
  failed,
  { kind: 'text', field: { tag: ['user'] }, test: { kind: 'present' } },
  {
    kind: 'all',
    of: [failed, { kind: 'text', field: 'host', test: { kind: 'is', value: 'fw-2', fold: true } }],
  },
]

const which = fc.nat(100)
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append'), rows: anyRows, splits: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('begin'), rows: anyRows, splits: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('end', 'fail'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('again', 'abandon'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('load', 'loaded') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop'), to: fc.integer({ min: 0, max: 30 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.integer({ min: 0, max: 15 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('page'),
      back: fc.constantFrom(5, 20, 60, 400),
      ahead: fc.constantFrom(0, 3, 20),
      limit: fc.constantFrom(2, 2, 5, 50),
      predicate: fc.constantFrom(...predicates),
      asOf: fc.option(which, { freq: 4 }),
      ends: fc.boolean(),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

async function run(world: World, steps: readonly Step[]): Promise<void> {
  const marks: Mark[] = []
  let now = 20
  let open: readonly TestRow[] = []
  const oneOf = (which: number, isWanted: (batch: TestBatch) => boolean) => {
    const some = world.batches.filter(isWanted)
    return some[which % Math.max(1, some.length)]
  }
  const isUnderway = ({ begun }: TestBatch) => begun
  for (const step of steps) {
    marks.push(world.mark())
    switch (step.kind) {
      case 'append':
      case 'begin': {
        const rows = step.rows(now - 20)
        const batch = world.add([...open, ...rows.filter(({ repeat }) => !step.splits || repeat === 0)])
        open = step.splits ? rows.filter(({ repeat }) => repeat === 1) : []
        await world.begin(batch, false)
        if (step.kind === 'append') world.end(batch)
        break
      }
      case 'end': {
        const batch = oneOf(step.which, isUnderway)
        if (batch !== undefined) world.end(batch)
        break
      }
      case 'fail': {
        // The batch is retried at once, or stays pending for a while.
        const batch = oneOf(step.which, isUnderway)
        if (batch !== undefined && step.which % 2 === 0) await world.begin(batch, true)
        break
      }
      case 'again': {
        const batch = oneOf(step.which, ({ isThere, begun }) => isThere && !begun)
        if (batch !== undefined) await world.begin(batch, true)
        if (batch !== undefined && step.which % 3 > 0) world.end(batch)
        break
      }
      case 'abandon': {
        const batch = oneOf(step.which, isUnderway)
        if (batch !== undefined) world.abandon(batch)
        break
      }
      case 'load':
        world.load()
        break
      case 'loaded':
        await world.loaded()
        break
      case 'drop':
        world.drop(start + Math.min(step.to, now - 20))
        break
      case 'pass':
        now += step.seconds
        break
      case 'page': {
        const { back, ahead, limit, predicate } = step
        const asOf = step.asOf === null ? undefined : marks[step.asOf % marks.length]
        const range = { from: start + now - back, to: start + now + ahead, predicate }
        const scope = asOf === undefined ? range : { ...range, asOf }
        const ending = step.ends ? world.batches.find(isUnderway) : undefined
        const before = world.events(scope).slice(0, limit)
        const answer = await world.page(scope, limit, () => ending && world.end(ending))
        expect([before, world.events(scope).slice(0, limit)]).toContainEqual(answer)
      }
    }
  }
  await world.loaded()
}

test('a page from memory is what all rows say, whatever comes in, fails, is given again or goes, and whenever it is asked for', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 10, maxLength: 60 }),
      fc.constantFrom(6, 20, 1_000),
      fc.constantFrom(2_000, 1_000_000),
      async (steps, rows, bytes) => {
        const world = new World(rows, bytes)
        world.load()
        await world.loaded()
        await run(world, steps)
        told += world.told
      },
    ),
    { numRuns: runs },
  )
  expect(told).toBeGreaterThan(runs)
})

const everything: Predicate = { kind: 'const', value: true }
const message = { host: 'fw-1', message: 'link eth0 down', repeats: [] }
const rowsAt = (...seconds: number[]) => seconds.flatMap(second => rowsOf(eventOf({ ...message, second })))
const between = (from: number, to: number): Scope => ({
  from: start + from,
  to: start + to,
  predicate: everything,
})

/** A world with rows at these seconds, only in the table. */
async function withRows(...seconds: number[]): Promise<{ world: World; batch: TestBatch }> {
  const world = new World(1_000, 1_000_000)
  const batch = world.add(rowsAt(...seconds))
  await world.begin(batch, false)
  world.end(batch)
  return { world, batch }
}

/** Reads a page from memory, and compares it with all rows. */
async function held(world: World, scope: Scope, meanwhile = () => {}): Promise<void> {
  expect(await world.page(scope, 5, meanwhile)).toEqual(world.events(scope).slice(0, 5))
}

test('a page that was not full is looked for again when the range begins earlier, and one that was is not', async () => {
  const { world } = await withRows(1, 2, 30, 31, 32, 33, 34, 35)
  world.load()
  await world.loaded()
  await held(world, between(33, 40))
  await held(world, between(20, 40))
  await held(world, between(0, 40))
  expect(world.told).toBe(3)
})

test('rows that are dropped while rows or a page are being read are not in memory afterwards', async () => {
  const { world } = await withRows(1, 2, 30)
  world.seesLate = false
  world.load()
  world.drop(start + 2)
  await world.loaded()
  await held(world, between(0, 40))
  await world.page(between(0, 40), 5, () => world.drop(start + 20))
  world.load()
  await world.loaded()
  await held(world, between(0, 40))
  expect(world.told).toBe(1)
})

test('rows that are there already are not left out because their batch is being given again', async () => {
  const { world, batch } = await withRows(1, 2, 30)
  await world.begin(batch, true)
  world.load()
  await world.loaded()
  await held(world, between(0, 40))
  world.end(batch)
  world.load()
  await world.loaded()
  await held(world, between(0, 40))
  expect(world.told).toBe(1)
})

test('rows that are too many, or too long, are left where they are, the oldest first', async () => {
  const { world } = await withRows(1)
  world.load()
  await world.loaded()
  for (let second = 2; second < 3_000; second += 100) {
    const batch = world.add(rowsAt(...Array.from({ length: 60 }, (_, i) => second + i)))
    await world.begin(batch, false)
    world.end(batch)
  }
  await held(world, between(2_900, 3_000))
  expect(world.told).toBe(1)
  await held(world, between(0, 500))
  expect(world.told).toBe(1)
})
