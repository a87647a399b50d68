import { expect, test } from 'vitest'
import { eventually } from '../../../testing/until.ts'
import { LaggingReplicas } from './lagging-replicas.ts'

test('a replica that refuses to say how far it is is logged once; when it says, it has caught up', async () => {
  const said: string[] = []
  let refusals = 0
  let isRefusing = true
  let caughtUp = 0
  const replica = {
    name: 'ch-2:8123',
    health: { isUp: true, untilUp: async () => {} },
    select: async () => {
      if (!isRefusing) return [['/clickhouse/tables/millrace/logs/1/events', 0, 5]]
      refusals++
      throw new Error('no rights')
    },
  }
  const lagging = new LaggingReplicas({
    servers: [replica],
    caughtUp: async () => {
      caughtUp++
    },
    log: message => said.push(message),
  })
  const watched = lagging.watch(replica)
  await eventually(() => said.length).toBe(1)
  const logged = refusals
  await eventually(() => refusals).toBeGreaterThan(logged + 1)
  isRefusing = false
  await watched
  expect(said).toEqual(['whether the replica ch-2:8123 has caught up is not known: Error: no rights'])
  expect(caughtUp).toBe(1)
  lagging.close()
})

test('batches do not wait for a replica whose check hangs, and what it says late is asked again', async () => {
  const checks: PromiseWithResolvers<[string, number, number][]>[] = []
  let caughtUp = 0
  const replica = {
    name: 'ch-2:8123',
    health: { isUp: true, untilUp: async () => {} },
    select: () => {
      const check = Promise.withResolvers<[string, number, number][]>()
      checks.push(check)
      return check.promise
    },
  }
  const lagging = new LaggingReplicas({
    servers: [replica],
    caughtUp: async () => {
      caughtUp++
    },
    log: () => {},
  })
  const watched = lagging.watch(replica)
  await eventually(() => checks.length).toBe(1)
  expect(lagging.isLeftBehind(replica)).toBe(false)
  await eventually(() => lagging.isLeftBehind(replica)).toBe(true)
  checks[0]?.resolve([['/clickhouse/tables/millrace/logs/1/events', 0, 5]])
  await eventually(() => checks.length).toBe(2)
  expect(caughtUp).toBe(0)
  checks[1]?.resolve([['/clickhouse/tables/millrace/logs/1/events', 0, 5]])
  await watched
  expect(caughtUp).toBe(1)
  lagging.close()
})
