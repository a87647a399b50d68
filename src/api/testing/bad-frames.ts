/** A websocket frame that is refused, and the error frame. The connection stays open. */
export interface BadFrame {
  name: string
  frame: string
  code: string
  detail: string
  /** The command in the error frame. */
  command: unknown
}

const kinds = 'a kind of query, widget, dashboard'
const oneOfCommands = 'Expected one of the commands subscribe, unsubscribe, ping.'

const invalid = (name: string, frame: string, detail: string, code = 'validation'): BadFrame => ({
  name,
  frame,
  code,
  detail,
  command: JSON.parse(frame),
})
const missing = (name: string, frame: string) => invalid(name, frame, 'Not found.', 'not_found')

const deep = `${'['.repeat(32_000)}${']'.repeat(32_000)}`

export const badFrames: readonly BadFrame[] = [
  {
    name: 'not JSON',
    frame: 'hello',
    code: 'parse_error',
    detail: 'JSON parse error - Unexpected token \'h\', "hello" is not valid JSON',
    command: 'hello',
  },
  invalid('not an array', '{"subscribe": "q1"}', 'Expected an array of a command and its parameters.'),
  invalid('an empty array', '[]', oneOfCommands),
  invalid('an unknown command', '["follow", "query", "q1"]', oneOfCommands),
  invalid(
    'an unknown kind',
    '["subscribe", "event", 42]',
    `Expected ["subscribe", kind, id] with ${kinds}, or ["subscribe", "notifications"].`,
  ),
  invalid(
    'unsubscribe without a kind',
    '["unsubscribe"]',
    `Expected ["unsubscribe", kind, id] with ${kinds}, or ["unsubscribe", "notifications"], or ["unsubscribe", "all"].`,
  ),
  invalid(
    'a query by number',
    '["subscribe", "query", 7]',
    'Expected ["subscribe", "query", id] with the query_id as text (at most 64 characters).',
  ),
  invalid(
    'a widget by text',
    '["subscribe", "widget", "7"]',
    'Expected ["subscribe", "widget", id] with the integer id of the widget.',
  ),
  invalid(
    'notifications with an id',
    '["subscribe", "notifications", 7]',
    `Expected ["subscribe", kind, id] with ${kinds}, or ["subscribe", "notifications"].`,
  ),
  invalid('one parameter too many', '["ping", 1]', 'Expected ["ping"].'),
  {
    name: 'lists in lists in lists',
    frame: deep,
    code: 'validation',
    detail: `${'[0]'.repeat(26)}[0...: Expected at most 64 levels of nesting.`,
    command: deep,
  },
  missing('an unknown query', '["subscribe", "query", "q99"]'),
  missing('an unknown dashboard', '["subscribe", "dashboard", 99]'),
]
