import { expect, onTestFinished, test, vi } from 'vitest'
import type { LogEntry, LoggedFile, SharedLog } from '../../schema/store/shared-log.ts'
import { eventually } from '../../testing/until.ts'
import { daySeconds } from '../contract/time-span.ts'
import { decodeBatch } from './logged-batch.ts'
import { openJournal } from './shared-journal.ts'

const day = { from: 0, to: daySeconds }
const lost = new Error('the answer was lost')

const file = (sequence: number, hosts: string[] = []) => ({
  ...{ sequence, file: `/spool/${sequence}`, repeated: false, rows: 1, minutes: [sequence] },
  names: { hosts, programs: ['sshd'], templates: [] },
})

/** A log in memory, with the members that these tests use, and two nodes that share it. */
async function openNodes() {
  const entries: LogEntry[] = []
  const state = { isAway: false, joins: 1, ends: 0, untilEnd: Promise.resolve() }
  const add = async (kind: LogEntry['kind'], batch: number, body: string) => {
    if (state.isAway) throw new Error('the log is away')
    entries.push({ kind, batch, isRepeated: false, body })
  }
  const log = {
    ownRemainder: { remainder: 0, by: 1_024 },
    join: async () => ({
      ...{ position: 0, token: null, joins: state.joins, highest: 0, ownNumbers: 0, pending: [] },
    }),
    read: async ({ position }: { position: number }) => ({
      ...{ joins: state.joins, hasMore: false, entries: entries.slice(position) },
      ...{ position: entries.length, token: `${entries.length}` },
    }),
    drop: (body: string) => add('drop', 0, body),
    forget: (highest: number) => add('forget', highest, ''),
    abandon: async () => {},
    end: async (sequences: readonly number[]) => {
      state.ends++
      await state.untilEnd
      for (const sequence of sequences) await add('end', sequence, '')
    },
    begin: async (files: readonly LoggedFile[]) => {
      for (const { sequence, body } of files) await add('begin', sequence, body)
      return files.map(({ sequence }) => ({ sequence, batch: sequence }))
    },
    exclusively: async (_name: string, work: (check: () => Promise<void>) => Promise<unknown>) =>
      await work(async () => {}),
    // The tests use no other members.
  } as unknown as SharedLog
  const open = async () => {
    const node = { reloads: 0 }
    const reload = async () => void node.reloads++
    const opened = await openJournal(0, log, { reload, received: async () => {}, warn: () => {} })
    return Object.assign(node, opened)
  }
  return {
    state,
    entries,
    kinds: () => entries.map(({ kind }) => kind),
    nodes: [await open(), await open()] as const,
  }
}

test('a drop whose answer is lost is reported to all nodes, also if the log does not answer at first', async () => {
  const { state, kinds, nodes } = await openNodes()
  const [own, other] = nodes
  const losing = async (_check: unknown, willChange: () => void) => {
    willChange()
    throw lost
  }
  await expect(own.writer.drop(day, 60, losing)).rejects.toBe(lost)
  await other.catchUp()
  expect([kinds(), other.reloads, other.journal.newest(0, daySeconds)]).toEqual([['forget'], 1, 1])

  state.isAway = true
  await expect(own.writer.delete(day, 60, losing)).rejects.toBe(lost)
  expect(kinds()).toEqual(['forget'])
  state.isAway = false
  own.writer.abandon(1)
  await own.catchUp()
  await other.catchUp()
  expect([kinds(), other.reloads]).toEqual([['forget', 'forget'], 2])
})

test('a drop that fails before it changes rows makes no node forget', async () => {
  const { kinds, nodes } = await openNodes()
  const [own] = nodes
  await expect(own.writer.drop(day, 60, () => Promise.reject(lost))).rejects.toBe(lost)
  expect([kinds(), own.journal.current]).toEqual([[], 0])
  await own.writer.drop(day, 60, async () => false)
  expect(kinds()).toEqual([])
  await own.writer.drop(day, 60, async () => true)
  expect([kinds(), own.journal.current]).toEqual([['drop'], 1])
})

test('files that begin together carry each name once, also after another node has joined', async () => {
  const { state, entries, nodes } = await openNodes()
  const [own] = nodes
  const begin = async (...files: ReturnType<typeof file>[]) => {
    const before = entries.length
    await own.writer.begin(files)
    return entries.slice(before).map(({ batch, body }) => {
      const { hosts, programs } = decodeBatch(batch, body).names
      return [...hosts, ...programs]
    })
  }
  expect(await begin(file(1, ['a', 'b']), file(2, ['b', 'c']), file(3, ['a']))).toEqual([
    ['a', 'b', 'sshd'],
    ['c'],
    [],
  ])
  expect(await begin(file(4, ['c', 'd']))).toEqual([['d']])
  state.joins++
  await own.catchUp()
  expect(await begin(file(5, ['a', 'd']), file(6, ['d']))).toEqual([['a', 'd', 'sshd'], []])
})

test('files that end while the log records other ends are recorded together', async () => {
  const { state, kinds, nodes } = await openNodes()
  const [own, other] = nodes
  const files = [file(1), file(2), file(3), file(4)]
  await own.writer.begin(files)
  const { promise, resolve } = Promise.withResolvers<void>()
  state.untilEnd = promise
  const ends = files.map(each => own.writer.end([each]))
  await eventually(() => state.ends).toBe(1)
  ends.push(own.writer.end([file(5)]))
  resolve()
  await Promise.all(ends)
  await other.catchUp()
  expect([state.ends, kinds().length, other.journal.unfinished]).toEqual([2, 9, []])
})

test('a call that ends files and fails does not end the files that come after it', async () => {
  const { state, kinds, nodes } = await openNodes()
  const [own] = nodes
  await own.writer.begin([file(1), file(2)])
  const { promise, reject } = Promise.withResolvers<void>()
  state.untilEnd = promise
  const first = own.writer.end([file(1)])
  await eventually(() => state.ends).toBe(1)
  const second = own.writer.end([file(2)])
  state.untilEnd = Promise.resolve()
  reject(lost)
  await expect(first).rejects.toBe(lost)
  await second
  expect([kinds(), own.journal.unfinished]).toEqual([['begin', 'begin', 'end'], [1]])
  await own.writer.end([file(1)])
  expect(own.journal.unfinished).toEqual([])
})

test('a group of files lasts longer the more nodes append, but its rows are readable at once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { nodes } = await openNodes()
  const [own, other] = nodes
  // With the remainders of a hundred nodes.
  const files = Array.from({ length: 100 }, (_, index) => file(index))
  await own.writer.begin(files)
  let isOver = false
  const ended = own.writer.end(files).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(240)
  await other.catchUp()
  expect([own.journal.unfinished, other.journal.unfinished, isOver]).toEqual([[], [], false])
  await vi.advanceTimersByTimeAsync(20)
  await ended
  // A group that took longer than that ends at once.
  await own.writer.begin([file(100)])
  await vi.advanceTimersByTimeAsync(1_000)
  await own.writer.end([file(100)])
})
