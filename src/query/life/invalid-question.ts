import { Fault } from '../../schema/fault.ts'
import type { AnyKind } from './query-types.ts'
import type { ParsedQuestion } from './question.ts'

/** Fields of a fault that its sentence names, at most. */
const maxNamedFields = 5

/**
 * Stands in for a question that cannot be read: computing it fails, and tells why. A widget may hold one, since what could be asked when
 * it was made need not be so for ever, and one such widget must not harm the others of its dashboard.
 */
export function invalidQuestion(error: unknown): ParsedQuestion {
  const reason = error instanceof Fault ? inOneSentence(error) : error
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
  // No type has this name, so that the answer to no question is taken for this one's, nor the other way round.
  const type = `unreadable: ${reason instanceof Fault ? reason.detail : 'internal'}`
  return { type, kind, params: {}, paged: false, filter: { kind: 'const', value: true } }
}

/** A representation has one sentence for what is wrong, and no members by field. */
function inOneSentence({ code, detail, fields, cause }: Fault): Fault {
  const named = Object.entries(fields ?? {}).slice(0, maxNamedFields)
  const sentences = named.map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  return new Fault(code, { detail: sentences.length === 0 ? detail : sentences.join(' '), cause })
}
