import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'

/**
 * Operators of a condition. `=~` and `!~`: a regular expression matches, or does not; `=*` and `!*`: the
 * value contains a text, or does not.
 */
export const ruleOps = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', '=~', '!~', '=*', '!*'] as const
export type RuleOp = (typeof ruleOps)[number]

/** Fields that `rewrite` can set. */
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

/** A condition: any of the values must match; for `ne`, `!~` and `!*` none may match. */
export interface RuleCondition {
  /** A field of the event, the name of a user tag (also as `ut_name`) or `${extra:path}`. */
  field: string
  /** Absent without an operator in the file: `eq`, or `=~` if the rule uses its captures. */
  op?: RuleOp
  values: string[]
  /** Marks the condition whose captures the rule uses. */
  capture?: true
}

/** Replaces matches of a regular expression in a field: see docs/rules.md. */
export interface RuleReplace {
  field: string
  expr: string
  fmt: string
  ignoreCase: boolean
  firstOnly: boolean
}

/** How to read `${key}` from the message: `key=value` pairs. */
export interface RuleKeyValue {
  separator: string
  /** Quotes values; '' for none. */
  delimiter: string
  /** Separates pairs; '' for none. */
  pairSeparator: string
}

/** How to read `${field}` from the message: the n-th token. */
export interface RuleTokenize {
  separator: string
  fields: string[]
}

/** One checked rule. */
export interface Rule {
  comment: string
  /** All must hold. */
  match: RuleCondition[]
  /** New values of fields, with `$1` for captures. */
  rewrite: Partial<Record<RewritableField, string>>
  /** User tags to set; their values may have `$1` for captures. */
  tag: Record<string, string>
  /** The retention class that events get; '': the default; absent: unchanged. */
  retention?: string
  drop: boolean
  replace: RuleReplace[]
  kv?: RuleKeyValue
  tokenize?: RuleTokenize
}

/** One checked file of rules. Plain data, which goes to the ingest worker unchanged. */
export interface RuleFile {
  /** Files are applied in the order of their names. */
  name: string
  /** All must hold for any rule of the file to apply. */
  preMatch: RuleCondition[]
  /** After the first rule that matches, skips the other rules of the file. */
  firstMatchOnly: boolean
  /** Names of tags with high cardinality. */
  hcTags: string[]
  rules: Rule[]
}

/** State of a file of rules: `refused` for its faults, `disabled` by a user. */
const ruleFileStates = ['active', 'disabled', 'refused'] as const

/** The name of a file of rules. */
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

/** A fault of a file of rules: its place and what was expected. */
export const RuleFaultRecord = Type.Object(
  {
    rule: Type.Integer({
      minimum: 0,
      description: 'Number of the rule, from 1; 0: the fault is not in a single rule',
    }),
    member: Type.String({ description: 'Path of the member; empty for the whole rule or file' }),
    message: Type.String(),
    line: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Line of the text; absent if the rules were not sent as text',
      }),
    ),
  },
  { $id: 'RuleFault', additionalProperties: false },
)

/** One rule and its counts since the rules were loaded. */
export const RuleRecord = Type.Object(
  {
    rule: Type.Integer({ minimum: 1 }),
    comment: Type.String(),
    matched: Type.Integer({ description: 'Matching events' }),
    tried: Type.Integer({
      description: 'Events tested against it; the index excludes all others',
    }),
    micros: nullable(Type.Number(), {
      description: 'Mean time of a test in microseconds, from one test in 64',
    }),
    errors: Type.Integer({ description: 'How often it failed on an event' }),
    last_error: Type.String({ description: 'Empty: no error' }),
    disabled: Type.Boolean({
      description: 'More than 5 errors within an hour; disabled until the rules are loaded again',
    }),
    unindexed: Type.Boolean({
      description: 'The index cannot exclude it, so every event is tested',
    }),
  },
  { $id: 'RuleRecord', additionalProperties: false },
)
export type RuleRecord = Static<typeof RuleRecord>

const summary = {
  name: fileName,
  source: Type.Enum(['folder', 'api'], {
    description: 'folder: a file in MILLRACE_RULES_DIR; api: created through this interface',
  }),
  is_enabled: Type.Boolean(),
  status: Type.Enum([...ruleFileStates]),
  rule_count: Type.Integer(),
  first_match_only: Type.Boolean(),
  hc_tags: Type.Array(Type.String()),
  matched: Type.Integer({ description: 'Matches of all its rules since they were loaded' }),
  errors: Type.Array(Type.Unsafe<Static<typeof RuleFaultRecord>>({ $ref: 'RuleFault#' }), {
    description: 'Why the file is refused; none of its rules is active',
  }),
  warnings: Type.Optional(
    Type.Array(Type.Unsafe<Static<typeof RuleFaultRecord>>({ $ref: 'RuleFault#' }), {
      description:
        'Warnings about incorrect content whose meaning is clear; absent if there are none. For a text, only in the answer to its request',
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
    content: Type.Unsafe<unknown>({
      description: 'Content as the client sent it; null for an unreadable file',
    }),
    text: Type.String({
      description:
        'The text as sent, with its comments; YAML if `content` was sent; empty for an unreadable file',
    }),
    rules: Type.Array(Type.Unsafe<RuleRecord>({ $ref: 'RuleRecord#' })),
  },
  { $id: 'RuleFile', additionalProperties: false },
)
export type RuleFileRecord = Static<typeof RuleFileRecord>

/** Body that creates a file of rules. */
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

/** Body that changes a file of rules; absent members stay. Files of the folder only allow is_enabled. */
export const RuleFilePatch = Type.Partial(RuleFileDraft, {
  $id: 'RuleFilePatch',
  additionalProperties: false,
})
export type RuleFilePatch = Static<typeof RuleFilePatch>

/** Body with rules to check. */
export const RuleValidation = Type.Object(
  { content: Type.Optional(content), text: Type.Optional(text) },
  { $id: 'RuleValidation', additionalProperties: false },
)

/** Body with events to test against the active rules, or against the given content alone. */
export const RuleTrial = Type.Object(
  {
    events: Type.Array(
      Type.Unsafe<unknown>({ description: 'A syslog line, or an event in the format of /incoming' }),
      {
        minItems: 1,
        maxItems: 100,
      },
    ),
    content: Type.Optional(content),
    text: Type.Optional(text),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'Name of the given file; it is then applied in its position among the active files, not alone',
      }),
    ),
    replaces: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Name of the active file that the given one replaces, if it differs',
      }),
    ),
  },
  { $id: 'RuleTrial', additionalProperties: false },
)
export type RuleTrial = Static<typeof RuleTrial>

/** Result of the rules for one event. */
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
      retention: Type.String({ description: 'Retention class; `default` without one' }),
    }),
    matched: Type.Array(Type.Object({ file: Type.String(), rule: Type.Integer(), comment: Type.String() }), {
      description: 'Rules that matched, in order',
    }),
  },
  { $id: 'RuleOutcome', additionalProperties: false },
)
export type RuleOutcome = Static<typeof RuleOutcome>

/**
 * Fields of an event that rules may change, besides its user tags. A list apart from the schema, since the
 * page does not load schemas.
 */
export const ruleFields = [
  'host',
  'program',
  'message',
  'cisco_mnemonic',
  'severity',
  'facility',
  'status',
  'retention',
] as const satisfies readonly (keyof RuleOutcome['event'])[]
