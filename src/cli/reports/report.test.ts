import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../api/testing/test-server.ts'
import { type CommandLine, openCommandLine, remoteOptions } from '../testing/command-line.ts'
import { reportCommand } from './report.ts'

let server: TestServer
let line: CommandLine
let remote: string[]
beforeAll(async () => {
  server = await testServer()
  remote = await remoteOptions(server, 'user-admin')
})
beforeEach(() => {
  line = openCommandLine()
})
afterAll(() => server.app.close())

const report = (...words: string[]) => line.run(reportCommand(), ...words, ...remote)
const at = (name: string, text?: string) => line.file(name, text)

test('a report is made, listed, fetched and deleted', async () => {
  const made = await report(
    ...['make', '--format', 'csv', '--type', 'TopN', '--params', '{field: host}', '--title', 'Hosts'],
    ...['--range', 'last_7_days', '--timezone', 'Europe/Berlin', '-o', at('hosts.csv')],
  )
  expect(made).toEqual([expect.stringMatching(/^1 {2}SUCCESS {2}csv {2}\d+ bytes {2}Hosts$/)])
  const [[title, params]] = JSON.parse(readFileSync(at('hosts.csv'), 'utf8'))
  expect([title, params]).toMatchObject([
    'Hosts',
    { field: 'host', time_range: { timezone: 'Europe/Berlin' } },
  ])
  expect(await report('list')).toEqual(made)
  expect(await report('get', '1', '-o', at('again.csv'))).toEqual([])
  expect(readFileSync(at('again.csv'), 'utf8')).toBe(readFileSync(at('hosts.csv'), 'utf8'))
  expect(await report('delete', '1')).toEqual(['deleted 1'])
  expect(await report('list')).toEqual([])
})

test('a schedule is made of a file, listed, paused, run and deleted', async () => {
  at(
    'daily.yaml',
    `title: Daily
format: pdf
query: {type: TopN, params: {field: host}}
schedule_type: c
schedule: {cron: {minute: "0", hour: "6"}}
`,
  )
  const listed = /^1 {2}active {2}next \S+T06:00:00.000Z {2}Daily$/
  expect(await report('schedules', 'make', at('daily.yaml'))).toEqual([expect.stringMatching(listed)])
  expect(await report('schedules')).toEqual([expect.stringMatching(listed)])
  expect(await report('schedules', 'pause', '1')).toEqual(['1  paused  next never  Daily'])
  const [run = ''] = await report('schedules', 'run', '1')
  expect(run).toMatch(/^\d+ {2}PENDING {2}Daily$/)
  await server.reports.idle()
  expect(await report('list', '--schedule', '1')).toEqual([expect.stringContaining('SUCCESS  pdf')])
  expect(await report('schedules', 'resume', '1')).toEqual([expect.stringContaining('last SUCCESS (report ')])
  expect(await report('schedules', 'delete', '1')).toEqual(['deleted 1'])
})

test('a command that cannot be done says why, and ends with 1', async () => {
  const rows: [words: string[], said: RegExp][] = [
    [['get', 'x'], /^! x is not an id of a report: expected a number\.$/],
    [['get', '99', '-o', '-'], /^! GET \/api\/reports\/99\/file was answered 404/],
    [['make', '-F', 'csv', '--params', '[]'], /^! --params expects an object/],
    [['make', '-F', 'csv', '--type', 'Nonsense'], /query\.type/],
    [['schedules', 'make', at('none.txt')], /is neither \.json nor \.yaml/],
  ]
  for (const [words, said] of rows) {
    expect(await report(...words)).toEqual([expect.stringMatching(said)])
    expect(process.exitCode).toBe(1)
  }
})
