import { Type } from 'typebox'
import { Filter } from '../filter/condition.ts'
import { maxNameLength } from '../name-length.ts'
import { TimeRange } from '../time-range.ts'

/** Params of every query. */
export const timeParams = {
  time_range: Type.Optional(TimeRange),
  with_archive: Type.Optional(
    Type.Boolean({
      title: 'Include archives',
      default: false,
      description:
        'Also reads days that were moved to the archive, which takes longer. Without an archive it has no effect',
    }),
  ),
  freeze_time: Type.Optional(
    Type.Boolean({
      title: 'Freeze time',
      default: false,
      description: 'A relative range is resolved once and does not move',
    }),
  ),
}

/** Params of every query over events. */
export const eventParams = { ...timeParams, filter: Type.Optional(Filter) }

/** The name of a field or user tag. */
export const FieldName = Type.String({
  title: 'Field',
  minLength: 1,
  maxLength: maxNameLength,
  'x-control': 'field-picker',
})

/** Start and end of a range or period: Unix seconds, start inclusive, end exclusive. */
export const periodMembers = { ts_from: Type.Integer(), ts_to: Type.Integer() }

/** Set only for an approximate result, with the bound in words. */
export const approximationMembers = {
  approximate: Type.Optional(Type.Literal(true)),
  bound: Type.Optional(Type.String()),
}
