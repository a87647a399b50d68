import { expect, test } from 'vitest'
import type { LogEntry, SharedLog } from '../../schema/store/shared-log.ts'
import { daySeconds } from '../contract/time-span.ts'
import { openJournal } from './shared-journal.ts'

const day = { from: 0, to: daySeconds }
const lost = new Error('the answer was lost')

/** A log in memory, with the members that drops use, and two nodes that share it. */
async function openNodes() {
  const entries: LogEntry[] = []
  const state = { isAway: false }
  const add = async (kind: LogEntry['kind'], batch: number, body: string) => {
    if (state.isAway) throw new Error('the log is away')
    entries.push({ kind, batch, isRepeated: false, body })
  }
  const log = {
    join: async () => ({
      ...{ position: 0, token: null, joins: 1, highest: 0, ownNumbers: 0, pending: [] },
    }),
    read: async ({ position }: { position: number }) => ({
      ...{ joins: 1, hasMore: false, entries: entries.slice(position) },
      ...{ position: entries.length, token: `${entries.length}` },
    }),
    drop: (body: string) => add('drop', 0, body),
    forget: (highest: number) => add('forget', highest, ''),
    abandon: async () => {},
    exclusively: async (_name: string, work: (check: () => Promise<void>) => Promise<unknown>) =>
      await work(async () => {}),
    // Drops use no other members.
  } as unknown as SharedLog
  const open = async () => {
    const node = { reloads: 0 }
    const reload = async () => void node.reloads++
    const opened = await openJournal(0, log, { reload, received: async () => {}, warn: () => {} })
    return Object.assign(node, opened)
  }
  return { state, kinds: () => entries.map(({ kind }) => kind), nodes: [await open(), await open()] as const }
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
