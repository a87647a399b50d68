import type { RuleFile } from '../../schema/intake/rule.ts'
import { highCardinalityFields } from '../fields/high-cardinality.ts'
import { keptHighCardinality } from '../fields/kept-members.ts'

const prefix = 'ut_'

/**
 * Tags with too many values for counts in memory: `hc_tags` of the active files and, with `hasFields`, the
 * tags of automatic and extra fields.
 */
export function highCardinalityTags(files: readonly RuleFile[], hasFields: boolean): ReadonlySet<string> {
  const tags = new Set(hasFields ? [...highCardinalityFields, ...keptHighCardinality] : [])
  for (const { hcTags } of files) {
    for (const tag of hcTags) {
      tags.add(tag)
      // Conditions may name a tag this way.
      if (tag.startsWith(prefix)) tags.add(tag.slice(prefix.length))
    }
  }
  return tags
}
