import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { valuesOf } from '../../../templates/values.ts'
import { hostileValues, testContext } from '../../../testing/test-context.ts'
import { parseBody, renderBody } from '../webhook-body.ts'

const closed = { additionalProperties: false }
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const only = <Word extends string | number | boolean>(word: Word) => Type.Literal(word)

/** docs.slack.dev: message payloads, block kit. */
const slackText = (maxLength: number) =>
  Type.Object({ type: only('plain_text'), text: text(maxLength), emoji: Type.Boolean() }, closed)
const Slack = Type.Object(
  {
    text: text(40_000),
    blocks: Type.Array(
      Type.Union([
        Type.Object({ type: only('header'), text: slackText(150) }, closed),
        Type.Object({ type: only('section'), text: slackText(3_000) }, closed),
        Type.Object(
          { type: only('context'), elements: Type.Array(slackText(3_000), { minItems: 1, maxItems: 10 }) },
          closed,
        ),
      ]),
      { maxItems: 50 },
    ),
  },
  closed,
)

/** adaptivecards.io/explorer, learn.microsoft.com: a message with one adaptive card. */
const run = Type.Object(
  {
    type: only('TextRun'),
    text: Type.String(),
    weight: Type.Optional(only('Bolder')),
    size: Type.Optional(only('Medium')),
    fontType: Type.Optional(only('Monospace')),
  },
  closed,
)
const Teams = Type.Object(
  {
    type: only('message'),
    attachments: Type.Array(
      Type.Object(
        {
          contentType: only('application/vnd.microsoft.card.adaptive'),
          contentUrl: Type.Null(),
          content: Type.Object(
            {
              $schema: only('http://adaptivecards.io/schemas/adaptive-card.json'),
              type: only('AdaptiveCard'),
              version: only('1.4'),
              msteams: Type.Object({ width: only('Full') }, closed),
              body: Type.Array(
                Type.Object({ type: only('RichTextBlock'), inlines: Type.Array(run) }, closed),
              ),
            },
            closed,
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: 1 },
    ),
  },
  closed,
)

/** developer.pagerduty.com: Events API v2, the payload of PD-CEF. */
const PagerDuty = Type.Object(
  {
    routing_key: Type.String({ minLength: 32, maxLength: 32 }),
    event_action: only('trigger'),
    dedup_key: text(255),
    client: Type.String(),
    client_url: Type.Optional(Type.String()),
    payload: Type.Object(
      {
        summary: text(1_024),
        source: text(255),
        severity: Type.Enum(['critical', 'error', 'warning', 'info']),
        timestamp: Type.Optional(
          Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
        ),
        component: Type.Optional(Type.String()),
        group: Type.Optional(Type.String()),
        class: Type.Optional(Type.String()),
        custom_details: Type.Record(Type.String(), Type.Unknown()),
      },
      closed,
    ),
  },
  closed,
)

const Generic = Type.Object(
  {
    idempotency_key: Type.String(),
    trigger: Type.Object(
      { id: Type.Integer(), name: Type.String(), hits_count: Type.Integer(), owner: Type.String() },
      closed,
    ),
    matches: Type.Object({ count: Type.Integer(), key: Type.Union([Type.String(), Type.Null()]) }, closed),
    event: Type.Union([
      Type.Object({ id: Type.Integer(), host: Type.String(), message: Type.String() }),
      Type.Null(),
    ]),
  },
  closed,
)

const routing_key = 'R'.repeat(32)
const forms: ['slack' | 'teams' | 'pagerduty' | 'generic', string, TSchema][] = [
  ['slack', '', Slack],
  ['teams', '', Teams],
  ['pagerduty', JSON.stringify({ routing_key }), PagerDuty],
  ['generic', '', Generic],
]

function bodyOf(format: (typeof forms)[number][0], added: string, context = testContext()): unknown {
  const body = renderBody(
    parseBody(format, added, undefined),
    valuesOf(context),
    context,
    'https://logs.example.com',
  )
  expect(body.mediaType).toBe('application/json')
  return JSON.parse(body.text)
}

test.each(forms)('a body for %s is as the receiver documents it', (format, added, shape) => {
  const long = 'x'.repeat(65_000)
  const contexts = [
    testContext(),
    testContext(null),
    testContext(null, { key: 'fw-2' }),
    testContext(null, { key: long }),
    testContext({ host: '', program: '', mnemonic: '', message: '', tags: {} }),
    testContext({ host: long.slice(0, 255), message: long }, { key: long }),
    ...hostileValues.map(value =>
      testContext({ host: value, message: value, mnemonic: value }, { key: value }),
    ),
  ]
  for (const context of contexts) expect([...Value.Errors(shape, bodyOf(format, added, context))]).toEqual([])
})

test('a body that a receiver does not document is found', () => {
  expect([...Value.Errors(PagerDuty, bodyOf('pagerduty', '{"routing_key": "short"}'))]).toHaveLength(1)
})

test('a card stays below the limit of Teams', () => {
  const context = testContext({ message: '🦊"'.repeat(20_000) })
  expect(Buffer.byteLength(JSON.stringify(bodyOf('teams', '', context)))).toBeLessThan(28 * 1024)
})

test('Slack sees no markup of a log', () => {
  const body = bodyOf('slack', '', testContext({ message: '<!channel> <http://evil.example|click> & more' }))
  expect(body).toMatchObject({
    text: 'Denied connections: fw-1\n&lt;!channel&gt; &lt;http://evil.example|click&gt; &amp; more',
  })
})

test('alerts of one trigger and key are one incident of PagerDuty', () => {
  const added = JSON.stringify({ routing_key })
  const keyOf = (context = testContext()) => {
    const body = bodyOf('pagerduty', added, context)
    return typeof body === 'object' && body !== null && 'dedup_key' in body ? body.dedup_key : undefined
  }
  expect(keyOf()).toBe('millrace-7')
  expect(keyOf(testContext({ id: 5 }))).toBe('millrace-7')
  expect(keyOf(testContext({}, { key: 'fw-1' }))).toBe('millrace-7-fw-1')
  expect(keyOf(testContext({}, { key: `${'x'.repeat(300)}1` }))).not.toBe(
    keyOf(testContext({}, { key: `${'x'.repeat(300)}2` })),
  )
  expect(() => parseBody('pagerduty', '', undefined)).toThrow('PagerDuty needs the integration key')
})

test('members are added to a ready form, and templates fill them in', () => {
  expect(bodyOf('slack', '{"channel": "#{{event:host}}", "text": "Look"}')).toMatchObject({
    channel: '#fw-1',
    text: 'Look',
    blocks: expect.any(Array),
  })
  expect(() => parseBody('slack', '["x"]', undefined)).toThrow('must be a JSON object')
})
