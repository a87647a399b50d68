import type { RuleFile } from '../../schema/rule.ts'
import { highCardinalityFields } from '../fields/high-cardinality.ts'

const prefix = 'ut_'

/**
 * The tags that are flagged as having very many values: `hc_tags` of the files in force, and those of fields that senders
 * name when there are any (`hasFields`). No counts by them are held in memory.
 */
export function highCardinalityTags(files: readonly RuleFile[], hasFields: boolean): ReadonlySet<string> {
  const tags = new Set(hasFields ? highCardinalityFields : [])
  for (const { hcTags } of files) {
    for (const tag of hcTags) {
      tags.add(tag)
      // As conditions name it.
      if (tag.startsWith(prefix)) tags.add(tag.slice(prefix.length))
    }
  }
  return tags
}
