import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { queryCommand } from './query/query-command.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'
import { openStuckService } from './testing/stuck-service.ts'
import { topCommand } from './top/top-command.ts'

let line: CommandLine
beforeEach(() => {
  line = openCommandLine()
})

test('Ctrl-C during an export ends with 130, and leaves the file as it was', async () => {
  const file = line.file('answer.csv', 'earlier')
  const remote = await openStuckService({
    onExport(response) {
      response.write('half')
      // Like the system's signal; the newest listener is the command's.
      setImmediate(() => process.listeners('SIGINT').at(-1)?.('SIGINT'))
    },
  })
  expect(await line.run(queryCommand(), 'Search', '-O', file, ...remote)).toEqual(['! Interrupted.'])
  expect(process.exitCode).toBe(130)
  expect(readFileSync(file, 'utf8')).toBe('earlier')
})

test.each([
  [
    'a query that fails',
    ['widget-update', { data: { query_id: '1', status: 'FAILURE', error: { detail: 'No room.' } } }],
    'No room.',
  ],
  ['a refused subscription', ['error', { code: 'not_found', detail: 'No such query.' }], 'No such query.'],
])('top --once ends with 1: %s', async (_, frame, reason) => {
  const remote = await openStuckService({ frame })
  const [said] = await line.run(topCommand(), '--once', ...remote)
  expect([said, process.exitCode]).toEqual([expect.stringContaining(reason), 1])
})

test('top --once ends after its time', async () => {
  const remote = await openStuckService({})
  expect(await line.run(topCommand(), '--once', '--timeout', '0.5', ...remote)).toEqual([
    '! No complete answer within 0.5 s.',
  ])
  expect(process.exitCode).toBe(4)
})
