import { expect, test } from 'vitest'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { BatchRefusedError } from '../../schema/intake/batch-refused.ts'
import { eventually } from '../../testing/until.ts'
import { recordInOrder } from './record-in-order.ts'

type Failure = { error: unknown; part: string } | undefined

const batch = (sequence: number): SpoolBatch => ({
  ...{ file: `${sequence}`, sequence, repeated: false, rows: 1, minutes: [1] },
  names: { hosts: [], programs: [], templates: [] },
})

/** Appends end as `end` says; `away`: recording fails for these batches. */
function openRecorder({ away = [] as number[] } = {}) {
  const appends = new Map<number, PromiseWithResolvers<Failure>>()
  const recorded: number[] = []
  const held = new Set<number>()
  const { sink, slowOutcome } = recordInOrder(
    batches =>
      batches.map(({ sequence }) => {
        const append = Promise.withResolvers<Failure>()
        appends.set(sequence, append)
        return { ended: append.promise, isHeld: () => held.has(sequence) }
      }),
    async batches => {
      const sequences = batches.map(({ sequence }) => sequence)
      if (sequences.some(sequence => away.includes(sequence))) throw new Error('no records')
      recorded.push(...sequences)
    },
  )
  const end = (sequence: number, failure?: Failure) => appends.get(sequence)?.resolve(failure)
  const give = (...sequences: number[]) => sink(sequences.map(batch))
  return { give, slowOutcome, recorded, end, held }
}

test('batches that are appended at once are recorded in their order, and none waits for one that failed', async () => {
  const { give, recorded, end } = openRecorder()
  const first = give(1)
  const failed = give(2)
  const third = give(3, 4)
  for (const sequence of [3, 4]) end(sequence)
  end(2, { error: new Error('away'), part: '' })
  expect(recorded).toEqual([])
  end(1)
  expect(await first).toEqual({ failed: [], slow: [] })
  expect(await failed).toEqual({
    failed: [{ sequence: 2, message: 'away', part: '', isRefused: false }],
    slow: [],
  })
  await third
  expect(recorded).toEqual([1, 3, 4])
})

test('each batch has its own outcome, and is recorded if it is stored', async () => {
  const { give, recorded, end } = openRecorder({ away: [4] })
  const group = give(1, 2, 3)
  end(1)
  end(2, { error: new BatchRefusedError('no rows'), part: 'shard 2' })
  end(3)
  expect(await group).toEqual({
    failed: [{ sequence: 2, message: 'no rows', part: 'shard 2', isRefused: true }],
    slow: [],
  })
  const unrecorded = give(4)
  end(4)
  expect((await unrecorded).failed).toEqual([
    { sequence: 4, message: 'no records', part: '', isRefused: false },
  ])
  expect(recorded).toEqual([1, 3])
})

test('batches of a slow part hold neither their group nor later ones, and are recorded when they are stored', async () => {
  const { give, slowOutcome, recorded, end, held } = openRecorder()
  const group = give(1, 2, 3)
  for (const sequence of [2, 3]) held.add(sequence)
  end(1)
  expect(await group).toEqual({ failed: [], slow: [2, 3] })
  // A batch of another part is waited for.
  held.add(5)
  const next = give(4, 5)
  const later = give(6)
  end(6)
  end(4)
  expect(await next).toEqual({ failed: [], slow: [5] })
  expect(await later).toEqual({ failed: [], slow: [] })
  expect(recorded).toEqual([1, 4, 6])
  const outcomes = Promise.all([slowOutcome(2), slowOutcome(3)])
  end(2)
  end(3, { error: new Error('away'), part: 'shard 2' })
  expect(await outcomes).toEqual([
    undefined,
    { sequence: 3, message: 'away', part: 'shard 2', isRefused: false },
  ])
  await eventually(() => recorded).toEqual([1, 4, 6, 2])
})
