import { Type } from 'typebox'
import { type ExtractionResult, maxExtractedValues } from '../../schema/filter/value-extraction.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { requestJson } from '../calls/api.ts'
import { conditionMembers, readConditions } from '../calls/conditions.ts'
import { cutText, fitting, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { defineTool } from '../calls/tool.ts'

const maxValueLength = 500

export const extract = defineTool({
  name: 'extract',
  title: 'Values in messages',
  description:
    'Finds values inside messages by a regular expression, such as took (\\d+) ms or user=(\\S+): the most frequent ones, and of numbers the percentiles. For what is no field and no tag; narrow the events by conditions.',
  members: {
    pattern: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'RE2. The first group is the value; without a group, the whole match. (?i) ignores case. Example: took (\\d+) ms',
    }),
    field: Type.String({
      default: 'message',
      minLength: 1,
      maxLength: maxNameLength,
      description: 'Or a tag',
    }),
    ...conditionMembers,
    ...rangeMembers,
    limit: Type.Integer({ minimum: 1, maximum: maxExtractedValues, default: 10 }),
  },
  async run(call, given) {
    const { pattern, field, limit } = given
    const range = timeRangeOf(given)
    const { filter, read } = await readConditions(call, given, range, [field])
    const result = await requestJson<ExtractionResult>(call, 'POST', '/api/events/extract', {
      pattern,
      field,
      limit,
      filter,
      time_range: range,
    })
    const { count, distinct, numbers } = result
    const values = fitting(
      result.values.map(({ value, count }) => ({ value: cutText(value, maxValueLength), count })),
    )
    return {
      range: shownRange(result),
      ...read,
      found: count,
      distinct,
      values,
      ...(numbers !== null && { numbers }),
      ...(values.length < distinct && {
        more: `${distinct - values.length} more values: raise limit (at most ${maxExtractedValues}), or narrow the question.`,
      }),
    }
  },
})
