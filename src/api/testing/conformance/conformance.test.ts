import path from 'node:path'
import { expect, test } from 'vitest'
import { openRows } from './page.ts'
import { proofsIn } from './proofs.ts'
import { rowGroups } from './rows.ts'

/** Number of rows without a test. Lower it with every row that gets one. */
const openAtMost = 12

const proofs = proofsIn(path.resolve(import.meta.dirname, '../../../..'))

test('no more rows of the interface are without a test than before', () => {
  const open = openRows(proofs)
  expect(open.length, `open rows:\n${open.join('\n')}`).toBeLessThanOrEqual(openAtMost)
})

test('each row has a name of its own', () => {
  const names = rowGroups.flatMap(({ rows }) => rows.map(({ name }) => name))
  expect(names).toEqual([...new Set(names)])
})

test('proofs of tests are rows', () => {
  const names = new Set(rowGroups.flatMap(({ rows }) => rows.map(({ name }) => name)))
  expect(proofs.filter(({ row }) => !names.has(row))).toEqual([])
})
