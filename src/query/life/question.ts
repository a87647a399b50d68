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

const maxNamedFields = 5

/** The type and params of a query, checked and with all defaults. */
export interface ParsedQuestion {
  type: string
  kind: AnyKind
  params: EventParams
  paged: boolean
  filter: Predicate
}

/** Throws a Fault with fields keyed `type`, `params`, `params.<member>`. */
export function parseQuestion(validator: ParamValidator, named: string, given: unknown): ParsedQuestion {
  const type = queryTypeNamed(named) ?? named
  const kind = validator.kindOf(type)
  const params = kind.normalise(validator.check(type, given))
  const filter = parseFilter(params.filter ?? [])
  if ('faults' in filter) throw validationFault(filter.faults)
  return { type, kind, params, paged: validator.isPaged(type), filter: filter.predicate }
}

/**
 * A question whose computation fails with this error. A widget may have one, since a valid question can
 * become invalid, and such a widget must not break its dashboard.
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

/** What is computed: a parsed question with the rights of readers. Equal keys have equal answers. */
export interface Question extends ParsedQuestion {
  key: string
  rights: Rights
  predicate: Predicate
  profile: CostProfile
  /** The moment (Unix seconds) at which the range of a query with freeze_time is resolved. */
  frozenAt: number | undefined
}

/** `moment`: Unix seconds at which it was asked. */
export function questionOf(parsed: ParsedQuestion, rights: Rights, moment: number): Question {
  const { type, kind, params } = parsed
  const frozenAt = params.freeze_time === true ? moment : undefined
  const predicate = restrictedTo(rights, parsed.filter)
  const key = createHash('sha256')
    .update(stableJson([type, params, frozenAt ?? null, rights.key]))
    .digest('hex')
  return { ...parsed, key, rights, predicate, profile: costProfileOf(kind, params, predicate), frozenAt }
}
