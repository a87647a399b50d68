import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readDashboards } from './import-files.ts'

const one = { config: { title: 'A' }, widgets: [{ type: 'TopN', config: { limit: 3 }, position: 1 }] }

test.each<[name: string, text: string, wanted: unknown]>([
  ['one as JSON', JSON.stringify(one), { drafts: [one] }],
  ['several as JSON', JSON.stringify([one, one]), { drafts: [one, one] }],
  [
    'YAML',
    'config:\n  title: A\nwidgets:\n- type: TopN\n',
    {
      drafts: [{ config: { title: 'A' }, widgets: [{ type: 'TopN' }] }],
    },
  ],
  ['YAML, a list', '- config:\n    title: A\n', { drafts: [{ config: { title: 'A' }, widgets: [] }] }],
  [
    'an answer of the API: without ids',
    JSON.stringify({
      id: 7,
      owner: { id: 1 },
      title: 'A',
      read_only: false,
      ...one,
      widgets: [{ ...one.widgets[0], id: 3, title: '', size: null, query_id: 'x' }],
    }),
    { drafts: [one] },
  ],
  ['no YAML', 'a: [', { reason: 'syntax', detail: expect.stringMatching(/line 1/) }],
  ['plain text', 'hello', { reason: 'content', detail: '' }],
  ['nothing', '', { reason: 'content', detail: '' }],
  ['an empty list', '[]', { reason: 'content', detail: '' }],
  ['something else', '{"rules": []}', { reason: 'content', detail: '' }],
])('reads %s', (_, text, wanted) => {
  expect(readDashboards(text, parse)).toEqual(wanted)
})
