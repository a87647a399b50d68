import { expect, test } from 'vitest'
import { conditionOfKind } from './conditions.ts'

test('a condition of another kind keeps the members that both kinds have', () => {
  const count = conditionOfKind('count', null)
  expect(count).toEqual({ kind: 'count', count: 5, seconds: 300, by: null })
  const absence = conditionOfKind('absence', { ...count, kind: 'count', count: 9, seconds: 60, by: 'host' })
  expect(absence).toEqual({ kind: 'absence', seconds: 60, by: 'host' })
  expect(conditionOfKind('new_template', absence)).toEqual({ kind: 'new_template' })
})
