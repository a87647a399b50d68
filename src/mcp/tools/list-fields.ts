import { Type } from 'typebox'
import { maxNameLength } from '../../schema/name-length.ts'
import { fitting, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { eventFields, listTags } from '../calls/require-fields.ts'
import { defineTool } from '../calls/tool.ts'

export const listFields = defineTool({
  name: 'list_fields',
  title: 'Fields and tags',
  description:
    'Names the fields that every event has, and the tags that events of a range have, most frequent first: what top_values and conditions can be about.',
  members: {
    ...rangeMembers,
    prefix: Type.String({
      default: '',
      maxLength: maxNameLength,
      description: 'Only tags that begin with it',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'Maximum tags to list' }),
  },
  async run(call, given) {
    const { prefix, limit } = given
    const tags = await listTags(call, timeRangeOf(given), prefix, limit)
    const shown = fitting(
      tags.list.map(({ name, count, values, numeric }) => ({
        name,
        count,
        different_values: values,
        ...(numeric && { numeric }),
      })),
    )
    return {
      range: shownRange(tags),
      fields: eventFields,
      // Occurrences, although clients know the member by this name.
      events: tags.count,
      ...(tags.sampled < tags.count && {
        approximate: `Counts of tags are estimates from ${tags.sampled} occurrences.`,
      }),
      tags: shown,
      ...(shown.length < tags.total && {
        more: `${tags.total - shown.length} more tags: ${shown.length < tags.list.length || limit === 500 ? '' : 'raise limit (at most 500), or '}give a prefix.`,
      }),
    }
  },
})
