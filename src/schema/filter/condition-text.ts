import type { Operator } from './operator.ts'

/** A condition in addresses of the page (`f=`): `field:op:value,value`. Escapes % : , ~ inside the parts. */
export function conditionText(field: string, op: Operator, values: readonly string[]): string {
  return [escapePart(field), op, values.map(escapePart).join(',')].join(':')
}

function escapePart(text: string): string {
  return text.replace(/[%:,~]/g, character => `%${character.charCodeAt(0).toString(16)}`)
}
