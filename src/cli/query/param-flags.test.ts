import { Command } from 'commander'
import { expect, test } from 'vitest'
import { type QueryType, queryTypes } from '../../schema/query/query.ts'
import { addParamFlags, givenParams } from './param-flags.ts'

function commandFor(type: QueryType): Command {
  const command = new Command(type).exitOverride().configureOutput({ writeErr: () => {} })
  addParamFlags(command, type)
  return command
}

const flags: [type: QueryType, words: string, params: Record<string, unknown>][] = [
  [
    'Search',
    '--sort -counter,last_occurrence --page 2 --page-size 50',
    { sort: ['-counter', 'last_occurrence'], page: 2, page_size: 50 },
  ],
  ['Search', '--limit 5 --offset 100', { limit: 5, offset: 100 }],
  [
    'TopN',
    '--field program --limit 7 --with-subperiods --no-ignore-empty --subfields severity,host --subfields facility',
    {
      field: 'program',
      limit: 7,
      with_subperiods: true,
      ignore_empty: false,
      subfields: ['severity', 'host', 'facility'],
    },
  ],
  [
    'TopN',
    '--top-periods --show-other --subfields-limit 2',
    { top_periods: true, show_other: true, subfields_limit: 2 },
  ],
  ['TopN', '', {}],
  ['LastN', '--field severity', { field: 'severity' }],
  ['EventRate', '', {}],
  ['EventRate', '--with-archive', { with_archive: true }],
  ['Patterns', '--sort growth --no-compare-before', { sort: 'growth', compare_before: false }],
  ['FieldStats', '--field status_code --limit 3', { field: 'status_code', limit: 3 }],
  [
    'Tasks',
    '--target assigned_to_me --is-open --no-is-overdue --assigned-to 3,4',
    { target: 'assigned_to_me', is_open: true, is_overdue: false, assigned_to: [3, 4] },
  ],
  [
    'Notifications',
    '--no-read --time-range-field read_at --with-events',
    { read: false, time_range_field: 'read_at', with_events: true },
  ],
  ['System_CPU', '--cpu 0 --node berlin', { cpu: 0, node: 'berlin' }],
  ['System_CPU', '--cpu totals', { cpu: 'totals' }],
  ['System_DF', '--fs var-log', { fs: 'var-log' }],
  ['System_IOPS', '--disk dm-6', { disk: 'dm-6' }],
  ['System_Network', '--interface 0', { interface: '0' }],
]
test.each(flags)('%s %s', (type, words, params) => {
  const command = commandFor(type)
  command.parse(words.split(' ').filter(Boolean), { from: 'user' })
  expect(givenParams(command, type)).toEqual(params)
})

test.each([
  ['Search', '--limit many', /whole number/],
  ['Patterns', '--sort size', /count, new, growth/],
  ['EventRate', '--field host', /unknown option/],
  ['System_CPU', '--with-archive', /unknown option/],
] as const)('%s %s is refused', (type, words, complaint) => {
  expect(() => commandFor(type).parse(words.split(' '), { from: 'user' })).toThrow(complaint)
})

test('every param has a flag but the range, the filter, and what has no effect', () => {
  // The table is keyed by query type.
  for (const type of Object.keys(queryTypes) as QueryType[]) {
    const options = commandFor(type).options.map(option => option.attributeName())
    const params = Object.keys(queryTypes[type].params.properties)
    const named = params.filter(param =>
      options.includes(param.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
    )
    const others = ['time_range', 'filter', 'with_archive', 'freeze_time', 'host']
    expect(params.filter(param => !named.includes(param) && !others.includes(param))).toEqual([])
  }
})
