import { expect, test } from 'vitest'
import { postgresOf } from '../../metadata/testing/postgres.ts'
import { openTemporaryMetadata, temporaryFolder } from '../../metadata/testing/temporary.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { program } from '../program.ts'
import { openCommandLine } from '../testing/command-line.ts'

/** Metadata in use by services, and the commands on its data folder. */
async function openPlace(isShared = true) {
  const folder = temporaryFolder()
  const postgres = isShared ? await postgresOf(folder) : undefined
  const { metadata } = await openTemporaryMetadata({ folder, postgres })
  const settings = {
    ...{ dataDir: folder, sessionAge: 14, postgresUrl: postgres?.url },
    ...{ postgresConnections: 5, postgresTimeout: 10 },
  }
  const line = openCommandLine()
  const run = (...words: string[]) => {
    // The only settings that commands on a data folder use.
    const readSettings = () => ({ settings: settings as Settings, warnings: [] })
    const start = () => Promise.reject(new Error('not here'))
    return line.run(program({ version: '1.2.3', readSettings, readListeners: () => [], start }), ...words)
  }
  return { metadata, run }
}

const counters = (inFlight: number) => JSON.stringify({ inFlight, state: { spoolBytes: inFlight * 100 } })

test('nodes are listed with what waits in their spools, and removed once they have ended', async () => {
  const { metadata, run } = await openPlace()
  const { nodes } = metadata
  const [berlin, paris] = [await nodes.claim('a', 'berlin'), await nodes.claim('b', 'paris')]
  await nodes.claim('c', 'rome')
  const url = 'http://10.0.0.5:8080'
  await nodes.markSeen(berlin.id, { url, counters: counters(0), version: '1.2.3', clockSkewMs: 40 })
  await nodes.markSeen(paris.id, { url: null, counters: counters(3), version: '1.2.2', clockSkewMs: -5_432 })
  expect(await run('nodes')).toEqual([
    `1  berlin  runs  spool 0 events, 0 bytes  clock +0.0 s  version 1.2.3  ${url}`,
    expect.stringMatching(
      /^2 {2}paris {2}last seen \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}spool 3 events, 300 bytes {2}clock -5.4 s {2}version 1.2.2 {2}-$/,
    ),
    '3  rome  never seen  spool unknown  clock unknown  version -  -',
  ])
  expect(await run('nodes', 'remove', 'berlin')).toEqual(['! The node berlin runs. Stop it first.'])
  expect(await run('nodes', 'remove', 'paris')).toEqual([
    '! The spool of paris has 3 events: start it once with its data folder, or use --force if that is lost.',
  ])
  expect(await run('nodes', 'remove', 'paris', '--force')).toEqual(['removed paris'])
  expect(await run('nodes', 'remove', 'rome')).toEqual(['removed rome'])
  expect(await run('nodes', 'remove', 'rome')).toEqual(['! There is no node rome. Nodes: berlin.'])
  expect((await run('nodes', 'list')).map(text => text.split('  ')[1])).toEqual(['berlin'])
})

test('a service of its own has no nodes', async () => {
  const { run } = await openPlace(false)
  const none = '! There are no nodes: they share a PostgreSQL, which MILLRACE_POSTGRES_URL names.'
  expect(await run('nodes')).toEqual([none])
  expect(await run('nodes', 'remove', 'berlin')).toEqual([none])
})
