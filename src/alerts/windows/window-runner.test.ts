import { expect, onTestFinished, test } from 'vitest'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import { MatchHistory } from '../../query/history/match-history.ts'
import type { TriggerDraft } from '../../schema/triggers/trigger.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { openLog } from '../../telemetry/log.ts'
import { compileTrigger } from '../compile-trigger.ts'
import { MatchRecorder } from '../recorder/match-recorder.ts'
import type { Outage } from './outages.ts'
import { type CompiledTrigger, WindowRunner, type WindowStates } from './window-runner.ts'

const start = 1_800_000_000
const silent: TriggerCondition = { kind: 'absence', seconds: 600 }

type FailingWrite = 'deleteStatesOfEnded' | 'deleteStatesBeforeChange' | 'recordWindows'

/** A trigger with a condition in real metadata, and runners on it at moments chosen by the test. */
async function opened(condition: TriggerCondition) {
  const { metadata, clock } = await openTemporaryMetadata()
  clock.seconds = start
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const group = await metadata.groups.create({ name: 'alerts', permissions: ['triggers'], hosts: ['*'] })
  await metadata.groups.update(group.id, { members: [userId] })
  const draft: TriggerDraft = { name: 'Silent', filter: [], condition }
  const viewer = { userId, managesTriggers: false }
  const { id } = await metadata.triggers.create(viewer, draft)
  const records = metadata.matchRecords
  const recorder = new MatchRecorder(records, { findSilence: () => undefined }, openLog('silent'))
  let inForce: CompiledTrigger[] = []
  let now = start
  let delivered = Number.POSITIVE_INFINITY
  const outages: Outage[] = []
  const moveTo = (seconds: number) => {
    now = start + seconds
    clock.seconds = now
  }
  /** The triggers that a node knows. */
  const known = (condition: TriggerCondition, hosts: readonly string[] = ['*']): CompiledTrigger[] => {
    const content = fullContent({ ...draft, condition })
    const compiled = compileTrigger(id, content, { id: userId, hosts, managesTriggers: false })
    return compiled === undefined ? [] : [{ id, ownerId: userId, content, compiled }]
  }
  /** Changes the trigger, or switches it off, at a moment (seconds after `start`). */
  const setCondition = async (
    seconds: number,
    changed: TriggerCondition | null,
    hosts: readonly string[] = ['*'],
  ) => {
    moveTo(seconds)
    // Rights of the owner change without the trigger.
    const isChanged = changed === null || JSON.stringify(changed) !== JSON.stringify(condition)
    if (isChanged || inForce.length === 0) {
      const patch = changed === null ? { is_active: false } : { is_active: true, condition: changed }
      await metadata.triggers.update(viewer, id, patch)
    }
    inForce = changed === null ? [] : known(changed, hosts)
  }
  inForce = known(condition)
  const unasked = () => Promise.reject(new Error('an absence asks nothing of the past'))
  const store = {
    secondCounts: unasked,
    valueSpans: unasked,
    seenBefore: unasked,
    page: unasked,
    estimateRows: () => 0,
  }
  let evaluations = 0
  const history = {
    history() {
      evaluations++
      return new MatchHistory(store, unasked)
    },
  }
  /** Writes that will fail next, as on a full disk. */
  const failing: FailingWrite[] = []
  const failIfWanted = (write: FailingWrite) => {
    if (failing[0] === write) throw new Error(`${failing.shift()} failed`)
  }
  /** A runner of a process that starts at this moment, seconds after `start`. */
  const startedAt = (seconds: number, ofNode = () => inForce): WindowRunner => {
    moveTo(seconds)
    const states = {
      due: (...given: Parameters<typeof records.due>) => records.due(...given),
      dueOf: (...given: Parameters<typeof records.dueOf>) => records.dueOf(...given),
      nextDue: (...given: Parameters<typeof records.nextDue>) => records.nextDue(...given),
      async deleteStatesOfEnded(ids: readonly number[]) {
        failIfWanted('deleteStatesOfEnded')
        await records.deleteStatesOfEnded(ids)
      },
      async deleteStatesBeforeChange(of: number) {
        failIfWanted('deleteStatesBeforeChange')
        await records.deleteStatesBeforeChange(of)
      },
      async recordWindows(...given: Parameters<MatchRecorder['recordWindows']>) {
        failIfWanted('recordWindows')
        await recorder.recordWindows(...given)
      },
    }
    const clocks = { now: () => now, deliveredUntil: async () => start + delivered, outages: () => outages }
    const { conditionClaims } = metadata
    const runner = new WindowRunner(states, history, ofNode, openLog('silent'), clocks, conditionClaims)
    onTestFinished(() => runner.close())
    return runner
  }
  const lookAt = async (runner: WindowRunner, seconds: number) => {
    moveTo(seconds)
    await runner.evaluateDue()
  }
  const fired = async () => {
    const groups = await metadata.db.selectFrom('notification_groups').select('all_count').execute()
    return groups.reduce((sum, { all_count }) => sum + all_count, 0)
  }
  /** Marks everything received until then (seconds after `start`) as recorded. */
  const deliverUntil = (seconds: number) => {
    delivered = seconds
  }
  const { conditionClaims: claims } = metadata
  const counts = { fired, evaluations: () => evaluations }
  return {
    startedAt,
    lookAt,
    setCondition,
    known,
    records,
    failing,
    deliverUntil,
    outages,
    claims,
    id,
    ...counts,
  }
}

test('an absence is found when its time comes, once, also by the process that starts after it', async () => {
  const { startedAt, lookAt, fired, records } = await opened(silent)
  const before = startedAt(0)
  await lookAt(before, 0)
  expect(await records.nextDue()).toBe(start + 600 + 60)
  await before.close()

  const after = startedAt(3_000)
  // Senders may not have reconnected yet.
  await lookAt(after, 3_010)
  expect(await fired()).toBe(0)
  expect(await records.nextDue()).toBe(start + 3_300)
  await lookAt(after, 3_300)
  expect(await fired()).toBe(1)
  await lookAt(after, 90_000)
  expect(await fired()).toBe(1)
  await after.close()
  const third = startedAt(100_000)
  await lookAt(third, 200_000)
  expect(await fired()).toBe(1)
})

test('a trigger that is switched on again, or gets another condition, starts from scratch', async () => {
  const { startedAt, lookAt, fired, setCondition, records } = await opened(silent)
  const runner = startedAt(0)
  await lookAt(runner, 0)
  await setCondition(100, null)
  await lookAt(runner, 100)
  expect(await records.nextDue()).toBeUndefined()
  await setCondition(5_000, silent)
  await lookAt(runner, 5_000)
  expect(await fired()).toBe(0)
  expect(await records.nextDue()).toBe(start + 5_000 + 600 + 60)
  await setCondition(5_100, { kind: 'absence', seconds: 50 })
  await lookAt(runner, 5_100)
  expect(await records.nextDue()).toBe(start + 5_100 + 50 + 5)
  await lookAt(runner, 5_155)
  expect(await fired()).toBe(1)
})

test('matches that could not be written are written by the next look', async () => {
  const { startedAt, lookAt, fired, setCondition, records, failing } = await opened(silent)
  const runner = startedAt(0)
  /** Evaluates while one write fails. */
  const failAt = async (write: FailingWrite, seconds: number) => {
    failing.push(write)
    await lookAt(runner, seconds).catch(() => {})
    expect(failing).toEqual([])
  }
  await failAt('recordWindows', 0)
  expect(await records.nextDue()).toBeUndefined()
  await lookAt(runner, 5)
  expect(await records.nextDue()).toBe(start + 5 + 600 + 60)
  await lookAt(runner, 700)
  expect(await fired()).toBe(1)

  await setCondition(1_000, { kind: 'absence', seconds: 50 })
  await failAt('deleteStatesBeforeChange', 1_000)
  expect(await records.nextDue()).toBeUndefined()
  await failAt('recordWindows', 1_005)
  await lookAt(runner, 1_010)
  expect(await records.nextDue()).toBe(start + 1_010 + 50 + 5)

  await setCondition(1_015, null)
  await failAt('deleteStatesOfEnded', 1_015)
  expect(await records.nextDue()).toBe(start + 1_010 + 50 + 5)
  await lookAt(runner, 1_020)
  expect(await records.nextDue()).toBeUndefined()
})

test('a trigger starts from scratch when its owner sees other hosts, also while the service is down', async () => {
  const { startedAt, lookAt, fired, setCondition, records } = await opened(silent)
  const runner = startedAt(0)
  await lookAt(runner, 0)
  await setCondition(500, silent, ['fw-*'])
  await lookAt(runner, 500)
  expect(await records.nextDue()).toBe(start + 500 + 600 + 60)
  await runner.close()
  await setCondition(1_000, silent, ['db-*'])
  const next = startedAt(1_000)
  await lookAt(next, 1_000)
  expect(await records.nextDue()).toBe(start + 1_000 + 600 + 60)
  // A batch from before the change has written the state again.
  await records.write(writer =>
    writer.saveStates(
      1,
      new Map([['', { state: '["absence 600 [null,\\"\\"]",{"last":1800000000}]', due: start + 1_100 }]]),
      10,
    ),
  )
  await lookAt(next, 1_500)
  expect([await fired(), await records.nextDue()]).toEqual([0, start + 1_500 + 600 + 60])
  await lookAt(next, 2_160)
  expect(await fired()).toBe(1)
})

test('an absence is judged by what is delivered, and not in an outage', async () => {
  const { startedAt, lookAt, fired, deliverUntil, outages, records } = await opened(silent)
  const runner = startedAt(0)
  await lookAt(runner, 0)
  deliverUntil(400)
  for (const at of [660, 700, 5_000]) await lookAt(runner, at)
  expect(await fired()).toBe(0)
  // Looked at again soon, but not at once.
  expect(await records.nextDue()).toBe(start + 5_000 + 5)
  outages.push({ from: start + 500, to: start + 5_000 })
  deliverUntil(5_010)
  await lookAt(runner, 5_010)
  expect([await fired(), await records.nextDue()]).toEqual([0, start + 5_000 + 300 + 60])
  deliverUntil(6_000)
  await lookAt(runner, 5_359)
  expect(await fired()).toBe(0)
  await lookAt(runner, 5_360)
  expect(await fired()).toBe(1)
})

test('a node that does not know a trigger yet leaves its states to the others', async () => {
  const { startedAt, lookAt, fired, setCondition, records } = await opened(silent)
  const knowing = startedAt(0)
  const unaware = startedAt(0, () => [])
  await lookAt(knowing, 0)
  await lookAt(unaware, 700)
  expect(await records.nextDue()).toBe(start + 600 + 60)
  await lookAt(knowing, 700)
  expect(await fired()).toBe(1)
  await setCondition(800, null)
  await setCondition(900, silent)
  await lookAt(knowing, 900)
  await setCondition(1_000, null)
  await lookAt(unaware, 2_000)
  expect(await records.nextDue()).toBeUndefined()
})

test('a node that learns of a change later than others keeps what they began', async () => {
  const { startedAt, lookAt, fired, setCondition, known, records } = await opened(silent)
  const short: TriggerCondition = { kind: 'absence', seconds: 50 }
  let late = known(silent)
  const [first, second] = [startedAt(0), startedAt(0, () => late)]
  await lookAt(first, 0)
  await lookAt(second, 0)
  await setCondition(400, short)
  await lookAt(first, 400)
  // It still has the previous condition.
  await lookAt(second, 460)
  expect(await records.nextDue()).toBe(start + 400 + 50 + 5)
  late = known(short)
  await lookAt(second, 440)
  expect(await records.nextDue()).toBe(start + 400 + 50 + 5)
  await lookAt(first, 460)
  expect(await fired()).toBe(1)
})

test('a trigger that fails does not delay others, no matter how many of its states are due', async () => {
  const triggers = [1, 2].map((id): CompiledTrigger => {
    const content = fullContent({ name: `trigger ${id}`, filter: [], condition: silent })
    const compiled = compileTrigger(id, content, { id: 1, hosts: ['*'], managesTriggers: false })
    if (compiled === undefined) throw new Error('the trigger is sound')
    return { id, ownerId: 1, content, compiled }
  })
  const due = Array.from({ length: 1_000 }, (_, i) => ({ triggerId: 1, key: `${i}`, state: '', due: start }))
  const last = { triggerId: 2, key: '', state: '', due: start }
  let reads = 0
  const recorded: number[] = []
  const states: WindowStates = {
    due: async (_now, limit, except) => {
      reads++
      return [...due, last].filter(({ triggerId }) => !new Set(except).has(triggerId)).slice(0, limit)
    },
    dueOf: async () => [],
    nextDue: async () => undefined,
    deleteStatesOfEnded: async () => {},
    deleteStatesBeforeChange: async () => {},
    async recordWindows(id) {
      if (id === 1) throw new Error('refused')
      recorded.push(id)
    },
  }
  const history = { history: () => Promise.reject(new Error('nothing is asked')) as never } // never called
  const runner = new WindowRunner(states, history, () => triggers, openLog('silent'), { now: () => start })
  onTestFinished(() => runner.close())
  await runner.evaluateDue()
  // The first state of trigger 2, and its due state.
  expect([recorded, reads]).toEqual([[2, 2], 1])
})

test('of many nodes one evaluates a condition when it is due', async () => {
  const { startedAt, lookAt, fired, evaluations } = await opened(silent)
  const nodes = Array.from({ length: 10 }, () => startedAt(0))
  for (const node of nodes) await lookAt(node, 0)
  await Promise.all(nodes.map(node => lookAt(node, 660)))
  expect([evaluations(), await fired()]).toEqual([1, 1])
  await Promise.all(nodes.map(node => lookAt(node, 10_000)))
  expect([evaluations(), await fired()]).toEqual([1, 1])
})

test('a condition that another node evaluates is left to it until its claim ends', async () => {
  const { startedAt, lookAt, fired, evaluations, claims, id } = await opened(silent)
  const node = startedAt(0)
  await lookAt(node, 0)
  await lookAt(node, 659)
  expect(await claims.claim('another', id)).toBe(true)
  await lookAt(node, 660)
  expect([evaluations(), await fired()]).toEqual([0, 0])
  await lookAt(node, 659 + 15)
  expect(await fired()).toBe(0)
  // The other node was killed.
  await lookAt(node, 659 + 16)
  expect([evaluations(), await fired()]).toEqual([1, 1])
  // Its own claim has ended.
  expect(await claims.claim('another', id)).toBe(true)
  expect(await claims.claim('a third', id)).toBe(false)
  await claims.release('a third', id)
  expect(await claims.claim('a third', id)).toBe(false)
  await claims.release('another', id)
  expect(await claims.claim('a third', id)).toBe(true)
  expect(await claims.claim('a third', id + 1)).toBe(false)
})
