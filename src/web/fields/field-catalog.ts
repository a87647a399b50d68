import { fieldText } from '../../charts/name-text.ts'
import { printable } from '../../charts/printable.ts'
import { eventFields } from '../../filter/typed/event-fields.ts'
import { fieldTexts } from '../texts/search/fields.ts'

/** A field or tag in the list of fields beside the results. */
export interface CatalogField {
  /** Name in conditions. */
  field: string
  /** Display name; see `tagLabel`. */
  label: string
  /** Share of the events that have it, 0 to 1; undefined if unknown. */
  share: number | undefined
}

/** A tag with the number of events that have it, perhaps estimated from a sample. */
interface Tag {
  name: string
  count: number
}

/** Fields of every event whose values are worth counting. */
const standardFields = ['severity', 'host', 'program', 'cisco_mnemonic', 'facility', 'status', 'type']

/** Fields of events whose values the service counts: not numbers, which are the counter and the times. */
export const countableFields: readonly string[] = [...eventFields]
  .filter(([, kind]) => kind !== 'number')
  .map(([name]) => name)

/** The name of a tag in conditions: with `ut_` if a field has the same name. */
export function tagField(name: string): string {
  return eventFields.has(name) ? `ut_${name}` : name
}

/** A field of events. Every event has it, so it has no share. */
function standardField(field: string): CatalogField {
  return { field, label: fieldText(field), share: undefined }
}

/**
 * A field by its name in conditions, even if it is not among `fields`. `hasAllTags`: `fields` has all tags of
 * the range, so that no event has another one.
 */
export function catalogField(
  field: string,
  fields: readonly CatalogField[],
  hasAllTags: boolean,
): CatalogField {
  const known = fields.find(one => one.field === field)
  if (known) return known
  if (eventFields.has(field)) return standardField(field)
  return { field, label: printable(field), share: hasAllTags ? 0 : undefined }
}

/** Names that a tag must not seem to be. */
const standardLabels = new Set(standardFields.map(field => fieldText(field).toLowerCase()))

/** The name that filters use; a name that is shown like a field's, in any case, is marked as a tag. */
function tagLabel(name: string): string {
  const label = printable(tagField(name))
  return standardLabels.has(label.toLowerCase()) ? fieldTexts.tag(label) : label
}

/** The standard fields, then the given tags. `total`: number of events that the tags were counted in. */
export function fieldCatalog(tags: readonly Tag[], total: number): CatalogField[] {
  return [
    ...standardFields.map(standardField),
    ...tags.map(({ name, count }) => ({
      field: tagField(name),
      label: tagLabel(name),
      // A tag without counted events is rare, not absent: counts may come from a sample.
      share: total > 0 && count > 0 ? Math.min(1, count / total) : undefined,
    })),
  ]
}

/** Fields whose name contains the text, ignoring case; names that begin with it first. */
export function matchingFields(fields: readonly CatalogField[], text: string): CatalogField[] {
  const searchText = text.trim().toLowerCase()
  if (searchText === '') return [...fields]
  // 0: begins with the text. 1: contains it elsewhere. -1: does not contain it.
  const rankOf = ({ label, field }: CatalogField) => {
    const places = [label, field].map(name => name.toLowerCase().indexOf(searchText)).filter(at => at >= 0)
    return places.length === 0 ? -1 : Math.min(1, ...places)
  }
  const found = fields.map(field => ({ field, rank: rankOf(field) })).filter(({ rank }) => rank >= 0)
  return found.sort((a, b) => a.rank - b.rank).map(({ field }) => field)
}
