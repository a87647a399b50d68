import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { openFakePostgres } from '../testing/fake-postgres.ts'
import { AppendLog } from './append-log.ts'

test('exclusive work waits ten minutes for another node, longer than a statement may take', async () => {
  const { url, startups } = await openFakePostgres({ pg_try_advisory_lock: 'is_held' })
  const log = await AppendLog.open({
    postgres: { url, ca: undefined, maxConnections: 1, timeoutSeconds: 15 },
    folder: 'folder',
    node: { remainder: 1, name: 'node' },
    log: openLog('silent'),
  })
  onTestFinished(() => log.close())
  await log.exclusively('migration', check => check())
  const timeouts = startups.map(startup => [startup.get('lock_timeout'), startup.get('statement_timeout')])
  expect(timeouts).toEqual([
    ['15000', '16000'],
    ['600000', '600000'],
  ])
})
