import { createHash } from 'node:crypto'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { queryTypeNamed } from '../../schema/query/query.ts'
import type { EventParams } from '../kinds/event-params.ts'
import { validationFault } from '../param-fault.ts'
import { type CostProfile, costProfileOf } from '../slices/cost-profile.ts'
import type { AnyKind, ParamValidator } from './query-types.ts'
import { type Rights, restrictedTo } from './rights.ts'
import { stableJson } from './stable-json.ts'

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
