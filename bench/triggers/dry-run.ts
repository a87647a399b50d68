import { Client } from '../../scenarios/testing/client.ts'
import type { TriggerDraft } from '../../src/schema/trigger.ts'
import type { TriggerDryRun } from '../../src/schema/trigger-dry-run.ts'
import { rareToken } from '../corpus.ts'
import { table, whole } from '../figures.ts'
import { days, type Filling, withFilled } from '../filled.ts'

const rounds = 2
const timeoutMs = 300_000
type Draft = Omit<TriggerDraft, 'name'>

const mail = { send_email: true, issue_notification: true }
const drafts: readonly [says: string, draft: Draft][] = [
  ['every event', { filter: [] }],
  ['every event, mails for each host', { filter: [], ...mail, group_by: 'host' }],
  ['a host', { filter: [{ field: 'host', value: 'host-3' }], ...mail }],
  ['a common word', { filter: [{ field: 'message', op: 'qp', value: 'denied' }], ...mail }],
  ['a rare word', { filter: [{ field: 'message', op: 'qp', value: rareToken }], ...mail }],
  ['a regular expression', { filter: [{ field: 'message', op: '=~', value: 'user4\\d\\d from' }] }],
  ['count: 100 in a minute', { filter: [], condition: { kind: 'count', count: 100, seconds: 60 } }],
  [
    'count: 20 in 5 minutes for each host',
    { filter: [], condition: { kind: 'count', count: 20, seconds: 300, by: 'host' } },
  ],
  [
    'distinct: 10 programs of a host in a minute, of denied',
    {
      filter: [{ field: 'message', op: 'qp', value: 'denied' }],
      condition: { kind: 'distinct', field: 'program', count: 10, seconds: 60, by: 'host' },
    },
  ],
  ['first seen: host', { filter: [], condition: { kind: 'first_seen', field: 'host', days: 30 } }],
  ['new template', { filter: [], condition: { kind: 'new_template' } }],
  [
    'absence: each host for an hour',
    { filter: [], condition: { kind: 'absence', seconds: 3_600, by: 'host' } },
  ],
  [
    'pair: failed, then accepted within a minute on a host',
    {
      filter: [{ field: 'message', op: 'qp', value: 'failed' }],
      condition: {
        kind: 'pair',
        followed_by: [{ field: 'message', op: 'qp', value: 'accepted' }],
        seconds: 60,
        expect: 'follows',
        by: 'host',
      },
    },
  ],
  [
    'rate: three times the usual of 5 minutes',
    { filter: [], condition: { kind: 'rate', factor: 3, seconds: 300, days: 3 } },
  ],
]

/** Dry runs over all events of a store, through the running product. */
export async function benchDryRuns(filling: Filling): Promise<string> {
  return await withFilled(filling, async (millrace, { events, end }) => {
    const client = new Client(millrace)
    const time_range = { ts_from: end - days * 86_400, ts_to: end }
    const rows: string[][] = []
    for (const [says, trigger] of drafts) {
      let best = Number.POSITIVE_INFINITY
      let first = 0
      let found: TriggerDryRun | undefined
      for (let round = 0; round < rounds; round++) {
        const begun = performance.now()
        const answer = await fetch(`${client.url}/api/triggers/dry-run`, {
          method: 'POST',
          headers: { Authorization: `token ${millrace.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ trigger, time_range }),
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (answer.status !== 200) throw new Error(`${says}: ${answer.status} ${await answer.text()}`)
        // It answers as its schema says.
        found = (await answer.json()) as TriggerDryRun
        const seconds = (performance.now() - begun) / 1_000
        if (round === 0) first = seconds
        best = Math.min(best, seconds)
      }
      const counts = [found?.matches ?? 0, found?.fires ?? 0].map(whole)
      rows.push([says, ...counts, first.toFixed(2), best.toFixed(2)])
      console.log(rows.at(-1)?.join(' | '))
    }
    return [
      `Dry runs of triggers over ${whole(events)} events of ${days} days, through POST /api/triggers/dry-run: seconds of the first one, and of the best of ${rounds}.`,
      '',
      table([['trigger', 'matches', 'fires', 'first s', 'best s'], ...rows]),
    ].join('\n')
  })
}
