import { type Static, Type } from 'typebox'
import { nullable } from './shapes.ts'

/** Comparisons of a condition. `=~` and `!~`: a regular expression is (not) found; `=*` and `!*`: a text is (not) contained. */
export const ruleOps = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', '=~', '!~', '=*', '!*'] as const
export type RuleOp = (typeof ruleOps)[number]

/** What `rewrite` can set. */
export const rewritableFields = [
  'message',
  'host',
  'program',
  'severity',
  'facility',
  'status',
  'cisco_mnemonic',
] as const
export type RewritableField = (typeof rewritableFields)[number]

/** One comparison: it holds when it holds for any of the values; `ne`, `!~` and `!*` when none of them is found. */
export interface RuleCondition {
  /** A field of the event, the name of a user tag (also as `ut_name`) or `${extra:path}`. */
  field: string
  /** Absent when the file names none: `eq`, or `=~` when captures of it are used. */
  op?: RuleOp
  values: string[]
  /** The captures that the rule uses are of this condition, whatever other conditions there are. */
  capture?: true
}

export interface RuleReplace {
  field: string
  expr: string
  fmt: string
  ignoreCase: boolean
  firstOnly: boolean
}

/** How `${key}` is found in the message: `key=value` pairs. */
export interface RuleKeyValue {
  separator: string
  /** Around values; '' when there is none. */
  delimiter: string
  /** Between pairs; '' when there is none. */
  pairSeparator: string
}

/** How `${field}` is found in the message: the n-th piece. */
export interface RuleTokenize {
  separator: string
  fields: string[]
}

/** One rule as it was read and checked. */
export interface Rule {
  comment: string
  match: RuleCondition[]
  rewrite: Partial<Record<RewritableField, string>>
  tag: Record<string, string>
  drop: boolean
  replace: RuleReplace[]
  kv?: RuleKeyValue
  tokenize?: RuleTokenize
}

/** One file of rules as it was read and checked. Plain data: it goes to the ingest worker as it is. */
export interface RuleFile {
  /** Files are applied in the order of their names. */
  name: string
  /** All must hold before any rule of the file is looked at. */
  preMatch: RuleCondition[]
  firstMatchOnly: boolean
  /** Tags with very many values. */
  hcTags: string[]
  rules: Rule[]
}

/** Whether a file of rules is at work: `refused` for its faults, `disabled` by somebody. */
const ruleFileStates = ['active', 'disabled', 'refused'] as const

/** Names of files of rules: they are applied in this order. */
const fileName = Type.String({
  title: 'Name',
  description: 'Files are applied in the order of their names',
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z0-9_][A-Za-z0-9_. -]*$',
})

const content = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'rewrite_rules, first_match_only, hc_tags, pre_match: see docs/rules.md',
})
const text = Type.String({ description: 'The content as text, YAML or JSON, instead of `content`' })

/** A place in a file of rules, and what was expected there. */
export const RuleFaultRecord = Type.Object(
  {
    rule: Type.Integer({ minimum: 0, description: 'From 1; 0 is the file as a whole' }),
    member: Type.String({ description: 'Path of the member; empty for the whole' }),
    message: Type.String(),
    line: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Of the text; absent where the content came without one' }),
    ),
  },
  { $id: 'RuleFault', additionalProperties: false },
)

/** One rule, and what it has done since the rules were loaded last. */
export const RuleRecord = Type.Object(
  {
    rule: Type.Integer({ minimum: 1 }),
    comment: Type.String(),
    matched: Type.Integer({ description: 'Events that it matched' }),
    tried: Type.Integer({
      description: 'Events that it was held against; of all others it was known that it does not match',
    }),
    micros: nullable(Type.Number(), {
      description: 'Mean time of a try, microseconds, from one try in 64',
    }),
    errors: Type.Integer(),
    last_error: Type.String(),
    disabled: Type.Boolean({
      description: 'It had more than 5 errors within an hour; off until the rules are loaded again',
    }),
    unindexed: Type.Boolean({
      description: 'Every event is held against it: nothing that it asks for can be looked up',
    }),
  },
  { $id: 'RuleRecord', additionalProperties: false },
)
export type RuleRecord = Static<typeof RuleRecord>

const summary = {
  name: fileName,
  source: Type.Enum(['folder', 'api'], {
    description: 'A file of MILLRACE_RULES_DIR, or made by this interface',
  }),
  is_enabled: Type.Boolean(),
  status: Type.Enum([...ruleFileStates]),
  rule_count: Type.Integer(),
  first_match_only: Type.Boolean(),
  hc_tags: Type.Array(Type.String()),
  matched: Type.Integer({ description: 'Matches of all its rules since they were loaded last' }),
  errors: Type.Array(Type.Unsafe<Static<typeof RuleFaultRecord>>({ $ref: 'RuleFault#' }), {
    description: 'Why it is refused; nothing of it is at work',
  }),
  warnings: Type.Optional(
    Type.Array(Type.Unsafe<Static<typeof RuleFaultRecord>>({ $ref: 'RuleFault#' }), {
      description:
        'What is not as it should be and yet certain in its meaning; absent when there is nothing. Of a text it is told in the answer to it',
    }),
  ),
}

/** A file of rules in a list. */
export const RuleFileSummary = Type.Object(summary, { $id: 'RuleFileSummary', additionalProperties: false })
export type RuleFileSummary = Static<typeof RuleFileSummary>

/** A file of rules with its content and its rules. */
export const RuleFileRecord = Type.Object(
  {
    ...summary,
    content: Type.Unsafe<unknown>({ description: 'As it was given; null for a file that cannot be read' }),
    rules: Type.Array(Type.Unsafe<RuleRecord>({ $ref: 'RuleRecord#' })),
  },
  { $id: 'RuleFile', additionalProperties: false },
)
export type RuleFileRecord = Static<typeof RuleFileRecord>

/** What makes a file of rules. */
export const RuleFileDraft = Type.Object(
  {
    name: fileName,
    content: Type.Optional(content),
    text: Type.Optional(text),
    is_enabled: Type.Optional(Type.Boolean()),
  },
  { $id: 'RuleFileDraft', additionalProperties: false },
)
export type RuleFileDraft = Static<typeof RuleFileDraft>

/** What changes a file of rules; absent members stay. Of a file of the folder only is_enabled can be changed. */
export const RuleFilePatch = Type.Object(
  {
    name: Type.Optional(fileName),
    content: Type.Optional(content),
    text: Type.Optional(text),
    is_enabled: Type.Optional(Type.Boolean()),
  },
  { $id: 'RuleFilePatch', additionalProperties: false },
)
export type RuleFilePatch = Static<typeof RuleFilePatch>

/** Content to be checked. */
export const RuleValidation = Type.Object(
  { content: Type.Optional(content), text: Type.Optional(text) },
  { $id: 'RuleValidation', additionalProperties: false },
)

/** Events to be tried with the rules in force, or with the content given here alone. */
export const RuleTrial = Type.Object(
  {
    events: Type.Array(
      Type.Unsafe<unknown>({ description: 'A line of syslog, or an event as /incoming takes it' }),
      {
        minItems: 1,
        maxItems: 100,
      },
    ),
    content: Type.Optional(content),
    text: Type.Optional(text),
  },
  { $id: 'RuleTrial', additionalProperties: false },
)
export type RuleTrial = Static<typeof RuleTrial>

/** What rules made of one event. */
export const RuleOutcome = Type.Object(
  {
    dropped: Type.Boolean(),
    event: Type.Object({
      host: Type.String(),
      program: Type.String(),
      message: Type.String(),
      cisco_mnemonic: Type.String(),
      severity: Type.Integer(),
      facility: Type.Integer(),
      status: Type.Integer(),
      user_tags: Type.Record(Type.String(), Type.String()),
    }),
    matched: Type.Array(Type.Object({ file: Type.String(), rule: Type.Integer(), comment: Type.String() }), {
      description: 'Rules that matched, in order',
    }),
  },
  { $id: 'RuleOutcome', additionalProperties: false },
)
export type RuleOutcome = Static<typeof RuleOutcome>
