/**
 * Tags and the event's own fields in one object. A tag whose name a field has gets `tag_` before its name, so
 * that neither is lost; so does a tag with a name in `taken`.
 */
export function flatFields<Value>(
  tags: Readonly<Record<string, string>>,
  own: Readonly<Record<string, Value>>,
  taken: Readonly<Record<string, unknown>> = {},
): Record<string, string | Value> {
  const fields: Record<string, string | Value> = { ...own }
  for (const [name, value] of Object.entries(tags))
    fields[Object.hasOwn(own, name) || Object.hasOwn(taken, name) ? `tag_${name}` : name] = value
  return fields
}
