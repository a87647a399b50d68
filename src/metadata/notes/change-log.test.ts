import { expect, test } from 'vitest'
import { ChangeLog } from './change-log.ts'

test('changes since a version, and no answer when there were too many', () => {
  const log = new ChangeLog()
  expect(log.since(0)).toEqual([])
  log.record(7)
  const { version } = log
  log.record(8)
  log.record(7)
  expect([log.since(0), log.since(version), log.since(log.version)]).toEqual([[7, 8, 7], [8, 7], []])
  for (let id = 0; id < 5_000; id++) log.record(id)
  expect(log.since(version)).toBeUndefined()
  expect(log.since(log.version - 999)?.length).toBe(999)
})
