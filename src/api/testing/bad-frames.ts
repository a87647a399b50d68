/** A websocket frame that is refused, and the error frame; the connection stays. */
export interface BadFrame {
  name: string
  frame: string
  code: string
  detail: string
  /** The command in the error frame. */
  command: unknown
}

const kinds = 'a kind of query, widget, dashboard'

export const badFrames: readonly BadFrame[] = [
  {
    name: 'no JSON',
    frame: 'hello',
    code: 'parse_error',
    detail: 'JSON parse error - Unexpected token \'h\', "hello" is not valid JSON',
    command: 'hello',
  },
  {
    name: 'no array',
    frame: '{"subscribe": "q1"}',
    code: 'validation',
    detail: 'Expected an array of a command and its parameters.',
    command: { subscribe: 'q1' },
  },
  {
    name: 'an empty array',
    frame: '[]',
    code: 'validation',
    detail: 'Expected one of the commands subscribe, unsubscribe, ping.',
    command: [],
  },
  {
    name: 'a command that there is not',
    frame: '["follow", "query", "q1"]',
    code: 'validation',
    detail: 'Expected one of the commands subscribe, unsubscribe, ping.',
    command: ['follow', 'query', 'q1'],
  },
  {
    name: 'a kind that there is not',
    frame: '["subscribe", "event", 42]',
    code: 'validation',
    detail: `Expected ["subscribe", kind, id] with ${kinds}.`,
    command: ['subscribe', 'event', 42],
  },
  {
    name: 'unsubscribe without a kind',
    frame: '["unsubscribe"]',
    code: 'validation',
    detail: `Expected ["unsubscribe", kind, id] with ${kinds}, or ["unsubscribe", "all"].`,
    command: ['unsubscribe'],
  },
  {
    name: 'a query by number',
    frame: '["subscribe", "query", 7]',
    code: 'validation',
    detail: 'Expected ["subscribe", "query", id] with the query_id as text (at most 64 characters).',
    command: ['subscribe', 'query', 7],
  },
  {
    name: 'a widget by text',
    frame: '["subscribe", "widget", "7"]',
    code: 'validation',
    detail: 'Expected ["subscribe", "widget", id] with the integer id of the widget.',
    command: ['subscribe', 'widget', '7'],
  },
  {
    name: 'one parameter too many',
    frame: '["ping", 1]',
    code: 'validation',
    detail: 'Expected ["ping"].',
    command: ['ping', 1],
  },
  {
    name: 'a query that there is not',
    frame: '["subscribe", "query", "q99"]',
    code: 'not_found',
    detail: 'Not found.',
    command: ['subscribe', 'query', 'q99'],
  },
  {
    name: 'a dashboard that there is not',
    frame: '["subscribe", "dashboard", 99]',
    code: 'not_found',
    detail: 'Not found.',
    command: ['subscribe', 'dashboard', 99],
  },
]
