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
