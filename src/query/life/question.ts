import { createHash } from 'node:crypto'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { Fault } from '../../schema/fault.ts'
import { queryTypeNamed } from '../../schema/query/query.ts'
import type { EventParams } from '../kinds/event-params.ts'
import { validationFault } from '../param-fault.ts'
import { type CostProfile, costProfileOf } from '../slices/cost-profile.ts'
import type { AnyKind, ParamValidator } from './query-types.ts'
import { type Rights, restrictedTo } from './rights.ts'
import { stableJson } from './stable-json.ts'

/** Maximum fields named in the error of a query. */
const maxNamedFields = 5

/** A query's type and params, validated and with all defaults. */
export interface ParsedQuestion {
  type: string
  kind: AnyKind
  params: EventParams
  /** Whether the results are pages. */
  paged: boolean
  /** The filter of the params. */
  filter: Predicate
}

/** Parses the type and params of a query. Throws a Fault keyed `type`, `params` or `params.<member>`. */
export function parseQuestion(
  validator: ParamValidator,
  typeName: string,
  givenParams: unknown,
): ParsedQuestion {
  const type = queryTypeNamed(typeName) ?? typeName
  const kind = validator.kindOf(type)
  const params = kind.normalise(validator.check(type, givenParams))
  const filter = parseFilter(params.filter ?? [])
  if ('faults' in filter) throw validationFault(filter.faults)
  return { type, kind, params, paged: validator.isPaged(type), filter: filter.predicate }
}

/**
 * A question whose computation fails with this error: for a widget, whose question may have become invalid
 * and must not break the dashboard, and for readers who may not ask it.
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
  // No query type has this name, so no valid question has this key. Equal faults share one, and so do all
  // other errors.
  const type = `unreadable: ${reason instanceof Fault ? `${reason.code} ${reason.detail}` : 'internal'}`
  return { type, kind, params: {}, paged: false, filter: { kind: 'const', value: true } }
}

/** Moves the messages of fields into the one text that a representation has for an error. */
function inOneText({ code, detail, fields, cause }: Fault): Fault {
  const shownFields = Object.entries(fields ?? {}).slice(0, maxNamedFields)
  const texts = shownFields.map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  return new Fault(code, { detail: texts.length === 0 ? detail : texts.join(' '), cause })
}

/** A parsed question with the rights of its readers, ready to be computed. Equal keys share an answer. */
export interface Question extends ParsedQuestion {
  key: string
  rights: Rights
  /** The filter, restricted to the hosts of the rights. */
  predicate: Predicate
  profile: CostProfile
  /** Unix second at which the range of a query with freeze_time is resolved. */
  frozenAt: number | undefined
}

/** Adds the rights of readers to a question. `moment`: Unix second at which it was asked. */
export function questionOf(parsed: ParsedQuestion, rights: Rights, moment: number): Question {
  const { type, kind, params } = parsed
  const frozenAt = params.freeze_time === true ? moment : undefined
  const predicate = restrictedTo(rights, parsed.filter)
  const key = createHash('sha256')
    .update(stableJson([type, params, frozenAt ?? null, rights.key]))
    .digest('hex')
  return { ...parsed, key, rights, predicate, profile: costProfileOf(kind, params, predicate), frozenAt }
}
