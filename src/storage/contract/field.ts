/**
 * A field of an event whose values the store groups and counts. `template`: the template that the message was
 * stored with, '' when it has none (schema/event/template.ts). `tag`: names of a tag, as in TagRef.
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

/** A value of a field: a number for severity, facility and status, otherwise a text. */
export type Value = string | number
