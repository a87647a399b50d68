import { expect, test } from 'vitest'
import { readChartCommand } from './chart-command.ts'

test.each<[commands: string, name: string, field: string, groupBy: string[], isOverTime: boolean]>([
  ['| stats count by host', 'count', '', ['host'], false],
  ['|stats count', 'count', '', [], false],
  ['| stats count AS n BY host, program', 'count', '', ['host', 'program'], false],
  ['| stats dc(SrcIP) by host | sort -count | head 10', 'distinct', 'SrcIP', ['host'], false],
  ['| stats count, avg(ms) by service', 'avg', 'ms', ['program'], false],
  ['| stats perc95(ms)', 'p95', 'ms', [], false],
  ['| summarize count() by level', 'count', '', ['severity'], false],
  ['| timechart count', 'count', '', [], true],
  ['| timechart span=5m limit=3 p99(ms) by host', 'p99', 'ms', ['host'], true],
  ['| top host', 'count', '', ['host'], false],
  ['| top limit=20 user by host', 'count', '', ['user', 'host'], false],
  ['| top 5 host program', 'count', '', ['host', 'program'], false],
])('%s becomes statistics', (commands, name, field, groupBy, isOverTime) => {
  expect(readChartCommand(commands)).toEqual({ name, field, groupBy, isOverTime })
})

test.each([
  '| head 10',
  '| rare host',
  '| dedup host',
  '| rex "(?<x>a)"',
  '| eval x=1',
  '| stats count by a, b, c',
  '| stats sum(a), avg(b)',
  '| stats count(user)',
  '| stats avg',
  '| stats values(user) by host',
  '| stats count by _time',
  '| stats count by host | where count > 5',
  '| stats count by host | sort count',
  '| timechart',
  '',
])('%s does not', commands => {
  expect(readChartCommand(commands)).toBeUndefined()
})
