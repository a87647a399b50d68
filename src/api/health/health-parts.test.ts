import { expect, test } from 'vitest'
import { noActivity, noCounts } from '../../metadata/forwarding/forwarders.ts'
import type { ForwarderState } from '../../schema/forwarding/forwarder.ts'
import type { HealthCheck } from '../../schema/intake/ingest-health.ts'
import type { ArchiveProblem } from '../archive/routes.ts'
import { type HealthFacts, healthParts, worstState } from './health-parts.ts'

const good: HealthFacts = {
  checks: [],
  losses: { datagrams: 0, refused: 0, since: 0 },
  isReady: true,
  downServers: [],
  unreadableParts: [],
  runningQueries: 0,
  slowQueries: 0,
  disk: { level: 'ok', unknown: [] },
  hasSizeLimit: false,
  keptSizes: [],
  clockJumpedMs: undefined,
  forwarders: [],
}
const keptSize = (objects: string, bytes: number) => ({
  kind: objects,
  objects,
  bytes,
  maxBytes: 1_000,
  setting: 'MILLRACE_TOTAL_QUOTA',
})
function forwarder(name: string, state: ForwarderState, error: string | null = null) {
  return { name, status: { ...noCounts, ...noActivity, expired: 0, state, error } }
}
const check = (
  name: HealthCheck['name'],
  level: HealthCheck['level'],
  value = 3,
  limit: number | null = null,
): HealthCheck => ({ name, level, value, limit })
const withChecks = (...checks: HealthCheck[]) => ({ checks })

test('a service that is well has its parts, each ok and without advice', () => {
  const nodes = { running: 2, lost: [], clocks: [] }
  const parts = healthParts({ ...good, nodes, forwarders: [forwarder('SIEM', 'sending')] })
  expect(parts.map(({ name, state, advice }) => [name, state, advice])).toEqual(
    ['ingest', 'spool', 'engine', 'queries', 'disk', 'metadata', 'clock', 'nodes', 'forwarding'].map(name => [
      name,
      'ok',
      null,
    ]),
  )
  expect(worstState(parts)).toBe('ok')
  expect(healthParts(good).map(({ name }) => name)).not.toContain('nodes')
})

test('ingest that has lost something says so, and since when', () => {
  const [ingest] = healthParts({ ...good, losses: { datagrams: 109_189, refused: 2, since: 1_767_225_600 } })
  expect(ingest?.says).toBe(
    'Events are accepted. Since 2026-01-01 00:00 UTC the kernel dropped 109189 datagrams, and 2 events or connections were refused.',
  )
  expect(healthParts(good)[0]?.says).toBe('Events are accepted, and every one is accounted for.')
})

const wrong: [Partial<HealthFacts>, part: string, state: string, says: RegExp][] = [
  [withChecks(check('quiet', 'warning')), 'ingest', 'warning', /^3 hosts are quieter than usual\.$/],
  [
    withChecks(check('drops', 'warning'), check('open', 'critical')),
    'ingest',
    'failed',
    /^No events are accepted/,
  ],
  [
    withChecks(check('balance', 'critical'), check('refused', 'warning')),
    'ingest',
    'failed',
    /^3 events are missing/,
  ],
  [withChecks(check('spool', 'warning', 30, 100)), 'spool', 'warning', /filled to 30 %/],
  [withChecks(check('spool', 'critical', 95, 100)), 'spool', 'failed', /filled to 95 %/],
  [withChecks(check('held', 'warning', 3)), 'spool', 'warning', /3 spool files .* spool\/refused is full/],
  [{ isReady: false }, 'engine', 'failed', /^The event store does not answer/],
  [
    { isReady: false, downServers: ['a:8123', 'b:8123'] },
    'engine',
    'failed',
    /do not answer: a:8123, b:8123\.$/,
  ],
  [
    { unreadableParts: ['broken-on-start_20241004_1_1_0'] },
    'engine',
    'warning',
    /cannot read: broken-on-start_20241004_1_1_0\.$/,
  ],
  [
    { unreadableParts: ['a', 'b', 'c', 'd', 'e'] },
    'engine',
    'warning',
    /^Answers do not include .* cannot read: a, b, c and 2 more\.$/,
  ],
  [{ runningQueries: 1, slowQueries: 2 }, 'queries', 'warning', /^1 query runs; 2 of the last ten minutes/],
  [{ disk: { level: 'warning', bound: 'share', unknown: [] } }, 'disk', 'warning', /85 %/],
  [{ disk: { level: 'critical', bound: 'share', unknown: ['events'] } }, 'disk', 'warning', /90 %/],
  [{ disk: { level: 'warning', bound: 'floor', unknown: [] } }, 'disk', 'warning', /^Less than four times/],
  [{ disk: { level: 'critical', bound: 'floor', unknown: [] } }, 'disk', 'warning', /^Less than twice/],
  [
    { disk: { level: 'warning', unknown: ['data_folder'] } },
    'disk',
    'warning',
    /data folder cannot be measured/,
  ],
  [
    {
      disk: { level: 'critical', bound: 'share', unknown: [] },
      ...withChecks(check('disk', 'critical', 1, 2)),
    },
    'disk',
    'failed',
    /MILLRACE_DISK_FLOOR/,
  ],
  [withChecks(check('disk', 'warning', 5, 2)), 'disk', 'warning', /comes near/],
  [
    { keptSizes: [keptSize('tasks', 799), keptSize('notes', 800), keptSize('widgets', 1_000)] },
    'metadata',
    'warning',
    /maximum: widgets 100 %, notes 80 %\./,
  ],
  [{ clockJumpedMs: -7_200_000 }, 'clock', 'warning', /set back by 7200 s/],
  [withChecks(check('clock', 'warning')), 'clock', 'warning', /^3 events or hosts have another time/],
  [
    { nodes: { running: 1, lost: ['west'], clocks: [] } },
    'nodes',
    'warning',
    /did not end and do not answer: west\.$/,
  ],
  [
    {
      nodes: {
        running: 3,
        lost: [],
        clocks: [
          { name: 'east', clockSkewMs: 100 },
          { name: 'west', clockSkewMs: -7_200_000 },
          { name: 'old', clockSkewMs: null },
        ],
      },
    },
    'nodes',
    'warning',
    /^3 nodes run\. Clocks compared with PostgreSQL: east \+0\.1 s, west -7200\.0 s\.$/,
  ],
  [
    { forwarders: [forwarder('SIEM', 'retrying', 'siem:514 cannot be reached.'), forwarder('b', 'sending')] },
    'forwarding',
    'warning',
    /^These forwarders cannot send: SIEM\. siem:514 cannot be reached\.$/,
  ],
]

test.each(wrong)('%j: %s %s', (changes, name, state, says) => {
  const parts = healthParts({ ...good, ...changes })
  const bad = parts.filter(part => part.state !== 'ok')
  expect(bad).toEqual([{ name, state, says: expect.stringMatching(says), advice: expect.any(String) }])
  expect(worstState(parts)).toBe(state)
})

test.each([
  [false, /MILLRACE_RETENTION_BYTES/],
  [true, /^Make room, or lower the retention\.$/],
])('a disk that fills, with a size limit: %s', (hasSizeLimit, advice) => {
  const disk = { level: 'warning', bound: 'share', unknown: [] } as const
  const part = healthParts({ ...good, disk, hasSizeLimit }).find(({ name }) => name === 'disk')
  expect(part?.advice).toMatch(advice)
})

test.each<[ArchiveProblem[], string | undefined, string, string]>([
  [[], undefined, 'ok', 'Old days are archived.'],
  [[], 's3://old-logs is full (507)', 'warning', 'The archive cannot be used: s3://old-logs is full (507).'],
  [
    [
      { day: '2026-01-01', problem: 'no space left' },
      { day: '2026-01-02', problem: 'no space left' },
    ],
    undefined,
    'warning',
    'The day 2026-01-01 cannot be archived or read: no space left. The same goes for 1 more.',
  ],
])('the archive with problems %o, away %s', (problems, away, state, says) => {
  const parts = healthParts({ ...good, archive: { problems, away } })
  expect(parts.find(({ name }) => name === 'archive')).toMatchObject({ state, says })
})
