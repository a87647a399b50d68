import { Fault } from '../../schema/fault.ts'
import type { AnyKind } from './query-types.ts'
import type { ParsedQuestion } from './question.ts'

const maxNamedFields = 5

/**
 * A question whose computation fails with this error. A widget may have one, since a valid question can become invalid, and such a
 * widget must not break its dashboard.
 */
export function invalidQuestion(error: unknown): ParsedQuestion {
  const reason = error instanceof Fault ? inOneText(error) : error
  const fail = async (): Promise<never> => {
    throw reason
  }
  const kind: AnyKind = {
    normalise: params => params,
    cost: () => 'columns',
    periodic: () => false,
    slice: fail,
    merge: newer => newer,
    finish: fail,
  }
  // No real type has this name: no other question has the same key.
  const type = `unreadable: ${reason instanceof Fault ? reason.detail : 'internal'}`
  return { type, kind, params: {}, paged: false, filter: { kind: 'const', value: true } }
}

/** A representation has one text for an error, and no members by field. */
function inOneText({ code, detail, fields, cause }: Fault): Fault {
  const named = Object.entries(fields ?? {}).slice(0, maxNamedFields)
  const texts = named.map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  return new Fault(code, { detail: texts.length === 0 ? detail : texts.join(' '), cause })
}
