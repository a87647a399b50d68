import { expect, test } from 'vitest'
import { proofsOf } from './proofs.ts'

const file = `
describe('titles', () => {
  const rows = ['a']
  test('one is found', async () => {
    if (rows) {
      claims('GET /api/tasks title', 'Tasks rule')
    }
  })

  test.each(rows)('%s is refused', row => {
    claims(
      'GET /api/tasks owner',
    )
  })

  test.each(
    claims(
      'GET /api/tasks page',
      "Limits 2"
    ),
  )('%s', row => {})

  test.skip.each(claims('GET /api/tasks ordering'))('%s', row => {})

  test.each(rows)(
    'in another room',
    async () => {
      // claims 'Limits 3', 'Limits 4'
    },
    timeout,
  )

  test.skip('not yet', () => {
    claims('GET /api/tasks is_open')
  })
})

test.each([
  ['b'],
])("it's the last", async name => {
  claims("Limits 1")
})
`.replaceAll('claims', 'proves')

test('a proof is named by what it stands in; a skipped test proves nothing', () => {
  expect(proofsOf('a.test.ts', file)).toEqual([
    { row: 'GET /api/tasks title', file: 'a.test.ts', test: 'titles > one is found' },
    { row: 'Tasks rule', file: 'a.test.ts', test: 'titles > one is found' },
    { row: 'GET /api/tasks owner', file: 'a.test.ts', test: 'titles > %s is refused' },
    { row: 'GET /api/tasks page', file: 'a.test.ts', test: 'titles' },
    { row: 'Limits 2', file: 'a.test.ts', test: 'titles' },
    { row: 'Limits 3', file: 'a.test.ts', test: 'titles > in another room' },
    { row: 'Limits 4', file: 'a.test.ts', test: 'titles > in another room' },
    { row: 'Limits 1', file: 'a.test.ts', test: "it's the last" },
  ])
})
