import { expect, test } from 'vitest'
import type { LegalHold } from '../../schema/store/legal-hold.ts'
import { heldText, holdDraft } from './hold-draft.ts'

const empty = { name: ' Case 7 ', reason: '', hosts: '', search: '', fromDay: '', toDay: '' }
const all = { name: 'Case 7', reason: '', filter: [], ts_from: null, ts_to: null }
const others = { id: 1, placed_at: 0, placed_by: 'ann', lifted_at: null, lifted_by: null }

test.each<[string, object, object, string]>([
  ['nothing but a name', {}, all, 'All events'],
  [
    'hosts and words',
    { hosts: 'fw-1, sw-*\n', search: ' denied ', reason: 'A letter ' },
    {
      ...all,
      reason: 'A letter',
      filter: [
        { field: 'host', value: ['fw-1', 'sw-*'] },
        { field: 'message', op: 'qp', value: 'denied' },
      ],
    },
    'host : fw-1, sw-* · message : denied',
  ],
  [
    'a day, which ends with it',
    { fromDay: '2026-01-31', toDay: '2026-01-31' },
    { ...all, ts_from: 1_769_817_600, ts_to: 1_769_904_000 },
    'All events · from 2026-01-31 00:00 UTC · until 2026-02-01 00:00 UTC',
  ],
])('%s', (_, fields, draft, text) => {
  const made = holdDraft({ ...empty, ...fields })
  expect(made).toEqual(draft)
  // The form fills in all members.
  expect(heldText({ ...others, ...made } as LegalHold)).toBe(text)
})
