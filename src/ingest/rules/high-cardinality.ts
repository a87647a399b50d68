import type { MessageFormat } from '../../schema/message-format.ts'
import type { RuleFile } from '../../schema/rule.ts'
import { highCardinalityFields } from '../fields/high-cardinality.ts'

const prefix = 'ut_'

/**
 * The tags that are flagged as having very many values: `hc_tags` of the files in force, and those of automatic fields when any are
 * wanted. No counts by them are held in memory.
 */
export function highCardinalityTags(
  files: readonly RuleFile[],
  formats: readonly MessageFormat[],
): ReadonlySet<string> {
  const tags = new Set(formats.length > 0 ? highCardinalityFields : [])
  for (const { hcTags } of files) {
    for (const tag of hcTags) {
      tags.add(tag)
      // As conditions name it.
      if (tag.startsWith(prefix)) tags.add(tag.slice(prefix.length))
    }
  }
  return tags
}
