import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openTemporaryMetadata } from '../../../metadata/testing/temporary.ts'
import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { BatchMatches, MatchedEvent, TriggerMatches } from '../../../schema/intake/batch-matches.ts'
import type { TriggerDraft } from '../../../schema/triggers/trigger.ts'
import { openLog } from '../../../telemetry/log.ts'
import { MatchRecorder, type Recorded } from '../match-recorder.ts'

/** An event that a trigger matched. */
export function sample(id: number, members: Partial<MatchedEvent> = {}): MatchedEvent {
  return {
    id,
    ts: id * 1_000_000,
    repeat: false,
    type: 1,
    host: 'web-1',
    program: 'app',
    severity: 3,
    facility: 1,
    mnemonic: '',
    status: 0,
    message: `message ${id}`,
    tags: {},
    ...members,
  }
}

/** The matches of a trigger, with the events of its samples. */
export interface TestMatches {
  matches: TriggerMatches
  samples: readonly MatchedEvent[]
  /** Hosts that the owner could see; absent: unknown. */
  ownerHosts?: readonly string[]
}

/** The last sample stands for all matches that neither another sample nor `others` covers. */
export function matchesOf(
  id: number,
  samples: readonly MatchedEvent[],
  { groupBy, ...members }: Partial<TriggerMatches> & { groupBy?: string } = {},
): TestMatches {
  const repeats = samples.filter(({ repeat }) => repeat).length
  const times = samples.map(({ ts }) => ts)
  const matches = {
    id,
    count: samples.length - repeats,
    repeats,
    first: Math.min(...times),
    last: Math.max(...times),
    ...members,
  }
  const beyond = matches.count + matches.repeats - samples.length - (matches.others ?? 0)
  const keyOf = ({ host, tags }: MatchedEvent) =>
    groupBy === undefined ? '' : groupBy === 'host' ? host : (tags[groupBy] ?? '').slice(0, 255)
  return {
    matches: {
      ...matches,
      samples: samples.map((event, at) => [at, keyOf(event), at === samples.length - 1 ? 1 + beyond : 1]),
    },
    samples,
  }
}

/** A recorder on its own metadata, for batches created by a test. */
export async function openRecorder() {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const viewer = { userId, managesTriggers: false }
  const folder = mkdtempSync(path.join(tmpdir(), 'matches-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const silenced = new Map<string, number>()
  const silences = {
    findSilence: (_: unknown, event: { host: string } | null) => silenced.get(event?.host ?? ''),
  }
  const recorder = new MatchRecorder(metadata.matchRecords, silences, openLog('silent'))
  const recordedMatches: Recorded[] = []
  recorder.onRecorded(recorded => recordedMatches.push(recorded))
  let sequence = 1_000
  const batch = (...made: TestMatches[]): SpoolBatch => {
    sequence++
    const matches = path.join(folder, `${sequence}.matches.json`)
    const hosts: string[][] = []
    const all: BatchMatches = { events: [], triggers: [], hosts }
    for (const { matches, samples, ownerHosts } of made) {
      const first = all.events.length
      all.triggers.push({
        ...matches,
        ...(ownerHosts && { hosts: hosts.push([...ownerHosts]) - 1 }),
        samples: matches.samples.map(([at, ...rest]) => [first + at, ...rest]),
      })
      all.events.push(...samples)
    }
    writeFileSync(matches, JSON.stringify(all))
    return {
      file: path.join(folder, `${sequence}.v4.rb`),
      sequence,
      repeated: false,
      rows: 1,
      minutes: [1],
      names: { hosts: [], programs: [], templates: [] },
      matches,
    }
  }
  const create = async (draft: Partial<TriggerDraft>) =>
    (await metadata.triggers.create(viewer, { name: 'Links', filter: [], ...draft })).id
  const { db } = metadata
  const runs = () => db.selectFrom('action_runs').selectAll().orderBy('id').execute()
  const groups = () => db.selectFrom('notification_groups').selectAll().orderBy('id').execute()
  const entries = () => db.selectFrom('notification_events').selectAll().orderBy('id').execute()
  /** Hosts that the owner could see, for each row of a table; null: unknown. */
  const ownerHosts = async (table: 'action_runs' | 'notification_events') => {
    const rows = db.selectFrom(table).leftJoin('host_lists', 'host_lists.id', `${table}.owner_hosts_id`)
    const found = await rows.select('patterns').orderBy(`${table}.id`).execute()
    return found.map(({ patterns }) => (patterns === null ? null : JSON.parse(patterns)))
  }
  return {
    metadata,
    db,
    clock,
    viewer,
    ownerHosts,
    recorder,
    silenced,
    recordedMatches,
    batch,
    create,
    runs,
    groups,
    entries,
  }
}
