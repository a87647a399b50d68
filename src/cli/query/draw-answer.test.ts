import { expect, test } from 'vitest'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { drawAnswer } from './draw-answer.ts'

const period = { ts_from: 1_767_225_600, ts_to: 1_767_229_200 }
const values = [{ group: ['fw-1'], values: { count: 7 } }]

const stats: QueryRepresentation = {
  query_id: 'q',
  type: 'Stats',
  status: 'SUCCESS',
  progress: 100,
  params: { group_by: ['host'], with_subperiods: true },
  results: { totals: { ...period, groups: 1, values }, details: [{ ...period, values }] },
  base_time: 0,
  owner_id: 1,
  created_at: 0,
  updated_at: 0,
}

test.each([true, false])('both tables of an answer without bars are drawn, hasBars %s', async hasBars => {
  const view = { zone: 'UTC', width: 80, paint: (_: unknown, text: string) => text, hasBars }
  const text = (await drawAnswer(stats, view)).join('\n')
  expect(text).toMatch(/^Groups\n.*\nfw-1 .*7\n\nOver time\n.*\n.*fw-1 .*7\n/i)
})
