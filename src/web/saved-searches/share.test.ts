import { expect, test } from 'vitest'
import { readSearchState } from '../search/state/search-state.ts'
import { absoluteLink, curlOf, relativeLink, widgetOf } from './share.ts'

const origin = 'https://logs.example'
const state = readSearchState('q=link&f=host:eq:fw-1&live=1&event=12&range=last_24_hours')

test('a relative link keeps the range, an absolute one the seconds that are shown', () => {
  expect(relativeLink(state, origin)).toBe(
    'https://logs.example/search?q=link&f=host%3Aeq%3Afw-1&range=last_24_hours&live=1',
  )
  expect(absoluteLink(state, { ts_from: 1767225600, ts_to: 1767312000 }, origin)).toBe(
    'https://logs.example/search?q=link&f=host%3Aeq%3Afw-1&range=1767225600%7E1767312000',
  )
  expect(absoluteLink(state, undefined, origin)).toBeUndefined()
})

test('the body in a curl command is one shell word, whatever the query contains', () => {
  const filter = [{ field: 'host', op: 'eq' as const, value: "o'neil $(id)" }]
  expect(curlOf({ type: 'Search', params: { filter } }, origin)).toContain(
    String.raw`-d '{"type":"Search","params":{"filter":[{"field":"host","op":"eq","value":"o'\''neil $(id)"}]}}'`,
  )
})

test('a widget has the filter and the range of the search', () => {
  expect(widgetOf({ kind: 'TopN', title: 'Hosts', field: 'host' }, state, 'UTC')).toEqual({
    type: 'TopN',
    config: {
      title: 'Hosts',
      sizeX: 3,
      sizeY: 2,
      time_range: { preset: 'last_24_hours', timezone: 'UTC' },
      filter: [
        { field: 'message', op: 'qp', value: 'link' },
        { field: 'host', op: 'eq', value: 'fw-1' },
      ],
      field: 'host',
      limit: 10,
    },
  })
})
