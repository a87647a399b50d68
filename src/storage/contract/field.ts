/**
 * Names of tags as in TagRef. `template`: the template that the message was stored with, '' when it has none
 * (schema/event/template.ts).
 */
export type Field =
  | 'host'
  | 'program'
  | 'cisco_mnemonic'
  | 'message'
  | 'severity'
  | 'facility'
  | 'status'
  | 'type'
  | 'template'
  | { tag: readonly string[] }

/** Numbers of numeric fields (severity, facility, status), otherwise text. */
export type Value = string | number
