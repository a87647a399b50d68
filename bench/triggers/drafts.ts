import type { TriggerDraft } from '../../src/schema/triggers/trigger.ts'
import { rareToken } from '../corpora.ts'

export type Draft = Omit<TriggerDraft, 'name'>

const mail = { send_email: true, issue_notification: true }
/** One of each slow kind. */
export const drafts: readonly [says: string, draft: Draft][] = [
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
