import { describe, expect, test } from 'vitest'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { activeTimes } from './active-times.ts'
import { advanceWindows, evaluateWindows } from './advance-windows.ts'
import type { KeyCount, StoredState } from './window-state.ts'

describe('an event that the service does not know yet', () => {
  const follower = 'follower'
  type Step =
    | { match: number; as?: typeof follower; now: number; isUnordered?: true }
    | { now: number; delivered?: number; usual?: number }

  const start = 20_000 * 86_400
  const missing: TriggerCondition = { kind: 'pair', followed_by: [], seconds: 10, expect: 'missing' }
  const follows: TriggerCondition = { kind: 'pair', followed_by: [], seconds: 10, expect: 'follows' }
  const more: TriggerCondition = { kind: 'rate', factor: 3, seconds: 60, days: 2 }

  /** The seconds at which a condition fires, after `start`. */
  function firesOf(
    condition: TriggerCondition,
    steps: readonly Step[],
    outages: readonly [number, number][],
  ) {
    const times = activeTimes(
      null,
      outages.map(([from, to]) => ({ from: start + from, to: start + to })),
    )
    const states = new Map<string, StoredState>()
    const fires: number[] = []
    for (const step of steps) {
      const now = start + step.now
      const count: KeyCount[] = 'match' in step ? [['', '', start + step.match, 1]] : []
      const isFollower = 'as' in step
      const delivered = 'delivered' in step ? start + (step.delivered ?? step.now) : now
      const usual = () => ('usual' in step ? step.usual : undefined)
      const advance =
        'match' in step
          ? advanceWindows(
              condition,
              states,
              { keys: isFollower ? [] : count, followerKeys: isFollower ? count : [] },
              { nowSeconds: now, times, isOrdered: !('isUnordered' in step) },
            )
          : evaluateWindows(
              condition,
              states,
              { seen: () => undefined, usual },
              { nowSeconds: now, times, delivered },
            )
      fires.push(...advance.fires.map(({ at }) => at - start))
      for (const [key, state] of advance.states) {
        if (state === null) states.delete(key)
        else states.set(key, state)
      }
    }
    return fires
  }

  const tenSeconds: TriggerCondition = { kind: 'absence', seconds: 10 }
  const fewer: TriggerCondition = { kind: 'rate', factor: 0.5, seconds: 60, days: 2 }
  const first: Step = { match: 0, now: 0 }

  test('is not judged by time: it lies in the spool', () => {
    // The store is unavailable from 1 to 19.
    const waits: Step[] = [15, 18, 100].map(now => ({ now, delivered: 1 }))
    const cases: [TriggerCondition, Step[], number[]][] = [
      [tenSeconds, [first, ...waits], []],
      [tenSeconds, [first, ...waits, { match: 8, now: 19 }, { match: 16, now: 19 }, { now: 20 }], []],
      [tenSeconds, [first, ...waits, { now: 19 }], [10]],
      [tenSeconds, [first, ...waits, { match: 16, now: 19 }], [10]],
      [missing, [first, ...waits, { match: 3, as: follower, now: 19 }, { now: 90 }], []],
      [missing, [first, ...waits, { now: 19 }], [10]],
      // The state of the first event is kept meanwhile.
      [follows, [first, ...waits, { match: 3, as: follower, now: 101 }], [3]],
      [{ kind: 'count', count: 2, seconds: 10 }, [first, ...waits, { match: 9, now: 101 }], [9]],
      [fewer, [first, { now: 200, delivered: 30, usual: 10 }], []],
      [fewer, [first, { now: 200, delivered: 130, usual: 10 }], [60]],
    ]
    for (const [condition, steps, fires] of cases)
      expect([condition, steps, firesOf(condition, steps, [])]).toEqual([condition, steps, fires])
  })

  test('is not missing because a newer one comes first: the store was away, and files are tried again', () => {
    const came = (match: number, now: number, as?: typeof follower): Step => ({
      ...{ match, now, isUnordered: true },
      ...(as !== undefined && { as }),
    })
    const cases: [TriggerCondition, Step[], number[]][] = [
      // All of them were received by 30, and are recorded later, the newest first.
      [
        tenSeconds,
        [
          first,
          came(28, 40),
          { now: 40, delivered: 1 },
          came(8, 41),
          came(18, 42),
          { now: 43, delivered: 42 },
        ],
        [],
      ],
      [tenSeconds, [first, came(28, 40), came(8, 41), { now: 43, delivered: 42 }], [18]],
      [tenSeconds, [first, came(28, 40), { now: 39, delivered: 39 }], [10]],
      [
        missing,
        [
          first,
          came(28, 40),
          came(29, 40, follower),
          { now: 40, delivered: 1 },
          came(3, 41, follower),
          { now: 70 },
        ],
        [],
      ],
      [missing, [first, came(28, 40), came(29, 40, follower), { now: 70 }], [10]],
      [
        fewer,
        [
          first,
          came(130, 140),
          { now: 140, delivered: 1, usual: 2 },
          came(65, 141),
          came(30, 142),
          came(70, 142),
        ],
        [],
      ],
      [fewer, [first, came(130, 140), { now: 141, delivered: 141, usual: 2 }], [60]],
      // Its window does not end before it is counted.
      [fewer, [first, came(65, 132), ...[131, 140].map(now => ({ now: 140, delivered: now, usual: 1 }))], []],
      [more, [first, came(61, 62), came(5, 63), came(6, 63), { now: 64, delivered: 63, usual: 0 }], [0]],
    ]
    for (const [condition, steps, fires] of cases)
      expect([condition, steps, firesOf(condition, steps, [])]).toEqual([condition, steps, fires])
  })

  test('is not missing: the service was not there', () => {
    // Down from 5 to 3,600; a sender that writes every five seconds is back within ten.
    const away: [number, number][] = [[5, 3_600]]
    const cases: [TriggerCondition, Step[], number[]][] = [
      [tenSeconds, [first, { match: 3_608, now: 3_608 }, { now: 3_610 }], []],
      [tenSeconds, [first, { now: 3_601 }, { now: 3_614 }], []],
      [tenSeconds, [first, { now: 3_615 }], [3_610]],
      [missing, [first, { match: 3_608, as: follower, now: 3_608 }, { now: 3_700 }], []],
      [missing, [first, { match: 3_608, now: 3_608 }, { now: 3_614 }], []],
      [missing, [first, { now: 3_615 }], [3_610]],
      // Conditions that end before it or begin after it are judged.
      [tenSeconds, [{ match: -20, now: -20 }, first], [-10]],
      [tenSeconds, [first, { match: 3_608, now: 3_608 }, { now: 3_630 }], [3_618]],
      [fewer, [first, { now: 3_700, usual: 10 }], []],
      [
        fewer,
        [
          { match: 3_661, now: 3_661 },
          { now: 3_730, usual: 10 },
        ],
        [3_720],
      ],
      [more, [first, { match: 3_608, now: 3_608 }, { now: 3_700, usual: 0 }], []],
    ]
    for (const [condition, steps, fires] of cases)
      expect([condition, steps, firesOf(condition, steps, away)]).toEqual([condition, steps, fires])
    // Two outages, the second one while senders reconnect.
    const twice: [number, number][] = [...away, [3_605, 3_700]]
    expect(firesOf(tenSeconds, [first, { match: 3_706, now: 3_706 }], twice)).toEqual([])
  })
})
